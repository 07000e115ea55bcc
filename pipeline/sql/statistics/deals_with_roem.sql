-- number: 25a
-- group: roem
-- name en: Deals with roem
-- name nl: Spellen met roem
-- question: How many deals have any roem?
-- numerator: complete deals in which some trick held roem
-- denominator: complete deals
-- question nl: In hoeveel spellen valt er roem?
-- numerator nl: uitgespeelde spellen met roem in minstens één slag
-- denominator nl: uitgespeelde spellen
-- grain: deal
-- interval: wilson
-- chart: bar
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, roem + roem_against > 0 AS did, pit_chance AS chance
FROM chosen
