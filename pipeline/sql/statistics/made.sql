-- number: 8
-- group: results
-- name en: Made
-- name nl: Gehaald
-- question: How often does he make what he plays?
-- numerator: deals that he declared and was not nat in
-- denominator: complete deals that he declared, by rules that know nat
-- grain: seat
-- interval: wilson
-- chart: funnel: share against chances
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, nat_chance AND NOT nat_did AS did, nat_chance AS chance
FROM chosen JOIN rulesets USING (rules, custom)
WHERE is_declarer AND nat_rule <> 'none'
