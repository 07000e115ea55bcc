-- number: 21
-- group: roem
-- name en: Roem a deal
-- name nl: Roem per spel
-- question: How much roem does his side make?
-- numerator: roem in tricks that his side won, as made, before a nat moves it
-- denominator: complete deals
-- grain: side
-- interval: bootstrap
-- chart: histogram
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, roem AS did, pit_chance AS chance
FROM chosen
