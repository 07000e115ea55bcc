-- number: 10
-- group: results
-- name en: Nat as a side
-- name nl: Nat als paar
-- question: How often does his side go nat?
-- numerator: deals that his side declared and was nat in
-- denominator: complete deals that his side declared, by rules that know nat
-- question nl: Hoe vaak gaat zijn partij nat?
-- numerator nl: spellen die zijn partij speelde en waarin zij nat ging
-- denominator nl: uitgespeelde spellen die zijn partij speelde, bij regels waarin men nat kan gaan
-- grain: side
-- interval: wilson
-- chart: pair of bars
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, nat_did AS did, nat_chance AS chance
FROM chosen JOIN rulesets USING (rules, custom)
WHERE is_declaring AND nat_rule <> 'none'
