-- number: 21
-- group: roem
-- name en: Roem a deal
-- name nl: Roem per spel
-- question: How much roem does his side make?
-- numerator: roem in tricks that his side won, as made, before a nat moves it
-- denominator: complete deals
-- question nl: Hoeveel roem maakt zijn partij?
-- numerator nl: roem in slagen die zijn partij won, zoals gemaakt, voordat nat hem verplaatst
-- denominator nl: uitgespeelde spellen
-- grain: side
-- interval: bootstrap
-- chart: histogram
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, roem AS did, pit_chance AS chance
FROM chosen
