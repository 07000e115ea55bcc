-- number: 9
-- group: results
-- name en: Nat
-- name nl: Nat
-- question: How often does he go nat, and is it worse when he is forced to play?
-- numerator: deals that he declared and was nat in
-- denominator: complete deals that he declared, by rules that know nat; apart: those he played freely and those he was forced to, where the calls are known
-- question nl: Hoe vaak gaat hij nat, en is dat erger als hij verplicht speelt?
-- numerator nl: spellen die hij speelde en waarin hij nat ging
-- denominator nl: uitgespeelde spellen die hij speelde, bij regels waarin men nat kan gaan; apart: de spellen die hij vrij koos en die hij verplicht speelde, waar het bieden bekend is
-- grain: seat
-- interval: wilson
-- chart: funnel: share against chances
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, unnest(['', choice]) AS class, nat_did AS did, nat_chance AND (class = '' OR choice IS NOT NULL) AS chance
FROM chosen JOIN rulesets USING (rules, custom)
WHERE is_declarer AND nat_rule <> 'none'
