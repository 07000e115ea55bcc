-- number: 45
-- group: luck
-- name en: Pair synergy
-- name nl: Samenspel
-- question: Is the pair worth more together than its two players apart?
-- numerator: points a deal that the pair is worth beyond both its players, as the model of strength finds it, drawn towards 0 where deals are few
-- denominator: complete deals of pairs with enough deals for the model to tell; of several pairs the mean by deals
-- grain: side
-- interval: posterior
-- chart: heatmap of pairs, blank where n is small
-- smallest n: 20
SELECT
    site, game_id, deal_no, seat, side, '' AS class, true AS chance,
    -- In 1024ths: sums of these are exact, in any order.
    round(1024 * value) / 1024 AS did, round(1024 * low) / 1024 AS low, round(1024 * high) / 1024 AS high
FROM chosen
JOIN (
    SELECT person_site, player, partner_site, partner AS other, value, low, high FROM pairs
    UNION ALL SELECT partner_site, partner, person_site, player, value, low, high FROM pairs
) AS found USING (person_site, player)
WHERE other = partner AND partner_site IN (site, '') AND status = 'complete' AND official_score IS NOT NULL
