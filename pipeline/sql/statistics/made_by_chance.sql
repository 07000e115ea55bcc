-- number: 50
-- group: hand
-- name en: Made, by the chance to make it
-- name nl: Gehaald, naar de kans
-- question: Are the chances right, and does he make what should be made?
-- numerator: of those, deals that were not nat
-- denominator: complete deals that he declared, by the chance to make it given the four hands: tenths from "0-10 %"
-- question nl: Kloppen de kansen, en haalt hij wat er te halen is?
-- numerator nl: de spellen daarvan die niet nat gingen
-- denominator nl: uitgespeelde spellen die hij speelde, naar de kans om het te halen bij deze vier handen: in tienden, vanaf '0-10 %'
-- grain: seat
-- interval: wilson
-- chart: calibration: chance against share
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, format('{:02}-{} %', 10 * tenth, 10 * tenth + 10) AS class, NOT nat_did AS did, nat_chance AS chance
FROM (SELECT *, least(floor(10 * (1 - nat_expected)), 9)::INTEGER AS tenth FROM chosen JOIN luck USING (site, game_id, deal_no) JOIN rulesets USING (rules, custom))
WHERE is_declarer AND nat_rule <> 'none' AND nat_expected IS NOT NULL
