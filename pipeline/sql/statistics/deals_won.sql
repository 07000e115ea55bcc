-- number: 19a
-- group: results
-- name en: Deals won
-- name nl: Spellen gewonnen
-- question: How often does his side score more in a deal?
-- numerator: deals in which his side scored more than the other
-- denominator: scored deals
-- question nl: Hoe vaak schrijft zijn partij in een spel de meeste punten?
-- numerator nl: spellen waarin zijn partij meer schreef dan de tegenpartij
-- denominator nl: spellen met een score
-- grain: side
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, official_score > official_score_against AS did, true AS chance
FROM chosen
WHERE official_score IS NOT NULL
