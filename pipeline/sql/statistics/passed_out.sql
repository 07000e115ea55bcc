-- number: 4
-- group: bidding
-- name en: Passed out
-- name nl: Rondpas
-- question: How often does nobody play?
-- numerator: deals that all passed out
-- denominator: deals played or passed out, by rules under which a deal can be passed out
-- question nl: Hoe vaak speelt er niemand?
-- numerator nl: spellen waarin iedereen paste
-- denominator nl: spellen die gespeeld of rondgepast zijn, bij regels waarin een spel rondgepast kan worden
-- grain: deal
-- interval: wilson
-- chart: line by month
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, status = 'passed_out' AS did, true AS chance
FROM chosen JOIN rulesets USING (rules, custom)
WHERE bidding = 'turned_turned_redeal' AND status IN ('complete', 'incomplete', 'passed_out')
