-- number: 9a
-- group: results
-- name en: Nat, by play rule
-- name nl: Nat, naar speelregel
-- question: Does a player who knows both go nat more often by one play rule?
-- numerator: deals that he declared and was nat in
-- denominator: complete deals that he declared, by rules that know nat: amsterdams frees from the duty to trump while the partner is winning, rotterdams does not; only of those who declared by both
-- question nl: Gaat wie beide speelwijzen kent bij de ene vaker nat dan bij de andere?
-- numerator nl: spellen die hij speelde en waarin hij nat ging
-- denominator nl: uitgespeelde spellen die hij speelde, bij regels waarin men nat kan gaan: bij Amsterdams hoeft men niet te troeven zolang de maat aan slag is, bij Rotterdams wel; alleen van wie bij beide speelde
-- grain: seat
-- interval: wilson
-- chart: pair of dots
-- smallest n: 20
-- across games: yes
SELECT
    site, game_id, deal_no, seat, side,
    if(partner_exempt = 'no', 'rotterdams', 'amsterdams') AS class, nat_did AS did, nat_chance AS chance
FROM chosen JOIN rulesets USING (rules, custom)
WHERE is_declarer AND nat_chance AND nat_rule <> 'none'
WINDOW of_player AS (PARTITION BY person_site, player)
QUALIFY bool_or(partner_exempt = 'no') OVER of_player AND bool_or(partner_exempt <> 'no') OVER of_player
