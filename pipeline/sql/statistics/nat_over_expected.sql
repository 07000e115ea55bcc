-- number: 12
-- group: results
-- name en: Nat over expectation
-- name nl: Nat boven verwachting
-- question: Is he nat more often than others would be with such hands?
-- numerator: 1 for a nat less the chance of one, given the four hands, trump and declarer; percentage points
-- denominator: complete deals that he declared whose luck is known, by rules that know nat
-- question nl: Gaat hij vaker nat dan anderen met zulke handen zouden gaan?
-- numerator nl: 1 voor elke keer nat, min de kans daarop bij deze vier handen, troef en speler; in procentpunten
-- denominator nl: uitgespeelde spellen die hij speelde en waarvan het geluk bekend is, bij regels waarin men nat kan gaan
-- grain: seat
-- interval: bootstrap
-- chart: bar around 0
-- smallest n: 20
-- per: 100
SELECT site, game_id, deal_no, seat, side, '' AS class, nat_did::INTEGER - nat_expected AS did, nat_chance AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no) JOIN rulesets USING (rules, custom)
WHERE is_declarer AND nat_rule <> 'none' AND nat_expected IS NOT NULL
