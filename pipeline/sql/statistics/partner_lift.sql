-- number: 44
-- group: luck
-- name en: Partner lift
-- name nl: Winst door de maat
-- question: How much better does he do with this partner than with his others?
-- numerator: his side's score less the other side's, luck taken out, less the mean of the same in his deals with other partners under the same filters
-- denominator: complete deals whose luck is known, of a player who had other partners too; partners go by their names
-- grain: seat
-- interval: bootstrap
-- chart: forest plot by partner
-- smallest n: 20
-- across games: yes
WITH of_partners AS (
    SELECT person_site, player, partner, sum(if(side = 'NS', 1, -1) * adjusted_ns)::DOUBLE AS points, count(adjusted_ns) AS deals
    FROM alike JOIN luck USING (site, game_id, deal_no)
    GROUP BY person_site, player, partner
),
apart AS (
    -- In 1024ths: sums of these are exact, in any order.
    SELECT
        person_site, player, partner,
        round(1024 * (sum(points) OVER of_player - points) / nullif(sum(deals) OVER of_player - deals, 0)) / 1024 AS without_him
    FROM of_partners
    WINDOW of_player AS (PARTITION BY person_site, player)
)
SELECT
    site, game_id, deal_no, seat, side, '' AS class,
    if(side = 'NS', 1, -1) * adjusted_ns::DOUBLE - without_him AS did, adjusted_ns IS NOT NULL AND without_him IS NOT NULL AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no) JOIN apart USING (person_site, player, partner)
