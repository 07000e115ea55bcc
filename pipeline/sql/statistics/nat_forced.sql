-- number: 11
-- group: results
-- name en: Nat made of the others
-- name nl: Tegenpartij nat gespeeld
-- question: How often are the opponents nat against him?
-- numerator: deals that the opponents declared and were nat in
-- denominator: complete deals that the opponents declared, by rules that know nat
-- question nl: Hoe vaak gaat de tegenpartij nat tegen hem?
-- numerator nl: spellen die de tegenpartij speelde en waarin zij nat ging
-- denominator nl: uitgespeelde spellen die de tegenpartij speelde, bij regels waarin men nat kan gaan
-- grain: side
-- interval: wilson
-- chart: funnel: share against chances
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, nat_forced_did AS did, nat_forced_chance AS chance
FROM chosen JOIN rulesets USING (rules, custom)
WHERE nat_rule <> 'none'
