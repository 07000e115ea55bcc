-- number: 9b
-- group: results
-- name en: Margin to the nat line
-- name nl: Marge tot nat
-- question: By how much does he make or miss it?
-- numerator: half the difference between his side's total and the other's, roem included where the rules count it
-- denominator: complete deals that he declared, by rules that know nat
-- question nl: Met hoeveel punten haalt of mist hij het?
-- numerator nl: het halve verschil tussen het totaal van zijn partij en dat van de tegenpartij, met roem waar de regels die meetellen
-- denominator nl: uitgespeelde spellen die hij speelde, bij regels waarin men nat kan gaan
-- grain: seat
-- interval: bootstrap
-- chart: histogram around 0
-- smallest n: 20
SELECT
    site, game_id, deal_no, seat, side, '' AS class,
    (points::INTEGER - points_against + if(nat_counts_roem = 'yes', roem::INTEGER - roem_against, 0)) / 2 AS did,
    nat_chance AS chance
FROM chosen JOIN rulesets USING (rules, custom)
WHERE is_declarer AND nat_rule <> 'none'
