-- number: 13
-- group: results
-- name en: Pit
-- name nl: Pit
-- question: How often does one side take all eight tricks?
-- numerator: deals in which his side (for) or the other (against) took all eight tricks
-- denominator: complete deals; apart: those that his side declared and those that it defended
-- question nl: Hoe vaak haalt één partij alle acht de slagen?
-- numerator nl: spellen waarin zijn partij (voor) of de tegenpartij (tegen) alle acht de slagen haalde
-- denominator nl: uitgespeelde spellen; apart: die zijn partij speelde en die zij verdedigde
-- grain: side
-- interval: wilson
-- chart: small bars with counts
-- smallest n: 20
SELECT
    site, game_id, deal_no, seat, side, unnest(['for', 'against', kind || ' for', kind || ' against']) AS class,
    if(suffix(class, 'for'), pit_did, pit_against_did) AS did, pit_chance AS chance
FROM (SELECT *, CASE WHEN is_declaring THEN 'declaring' WHEN NOT is_declaring THEN 'defending' END AS kind FROM chosen)
WHERE pit_chance
