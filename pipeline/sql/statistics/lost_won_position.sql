-- number: 9c
-- group: results
-- name en: Lost from a won position
-- name nl: Gewonnen stand verloren
-- question: How often is he nat although more than half of the card points stood with three tricks left?
-- numerator: of those, the deals that he was nat in
-- denominator: deals that he declared in which his side had 82 card points or more after five tricks, by rules that count roem towards nat: by others none of them can be lost
-- question nl: Hoe vaak gaat hij nat terwijl hij met nog drie slagen te gaan al meer dan de helft van de kaartpunten had?
-- numerator nl: de spellen daarvan waarin hij nat ging
-- denominator nl: spellen die hij speelde en waarin zijn partij na vijf slagen minstens 82 kaartpunten had, bij regels die roem meetellen voor nat: bij andere kan zo'n spel niet meer verloren gaan
-- grain: seat
-- interval: wilson
-- chart: table with deals
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, nat_did AS did, nat_chance AND points_after_five >= 82 AS chance
FROM chosen JOIN rulesets USING (rules, custom)
WHERE is_declarer AND nat_rule <> 'none' AND nat_counts_roem = 'yes'
