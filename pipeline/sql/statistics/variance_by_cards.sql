-- number: 54
-- group: luck
-- name en: Share of the score that the cards decide
-- name nl: Deel van de score dat de kaarten bepalen
-- question: How much of what happens is luck of the cards?
-- numerator: the square of the difference between the sides, less the square of what of it is not luck
-- denominator: the square of the difference, in complete deals that are not drawn and whose luck is known: a ratio of sums (R squared)
-- grain: deal
-- interval: ratio bootstrap
-- chart: number
-- smallest n: 100
SELECT
    site, game_id, deal_no, seat, side, '' AS class, result_ns * result_ns AS chance,
    chance - (result_ns - luck_ns) * (result_ns - luck_ns) AS did
FROM chosen JOIN luck USING (site, game_id, deal_no)
