-- number: 8
-- group: results
-- name en: Made
-- name nl: Gehaald
-- question: How often does he make what he plays?
-- numerator: deals that he declared and was not nat in
-- denominator: complete deals that he declared, by rules that know nat
-- question nl: Hoe vaak haalt hij wat hij speelt?
-- numerator nl: spellen die hij speelde zonder nat te gaan
-- denominator nl: uitgespeelde spellen die hij speelde, bij regels waarin men nat kan gaan
-- grain: seat
-- interval: wilson
-- chart: funnel: share against chances
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, nat_chance AND NOT nat_did AS did, nat_chance AS chance
FROM chosen JOIN rulesets USING (rules, custom)
WHERE is_declarer AND nat_rule <> 'none'
