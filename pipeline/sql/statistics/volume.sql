-- number: 55
-- group: volume
-- name en: Deals and games a day
-- name nl: Spellen en partijen per dag
-- question: How much does he play?
-- numerator: deals, or games, that he played; of games without a date none count
-- denominator: days on which he began a game; the chances are these days
-- question nl: Hoeveel speelt hij?
-- numerator nl: spellen, of partijen, die hij speelde; partijen zonder datum tellen niet mee
-- denominator nl: dagen waarop hij een partij begon; de kansen zijn deze dagen
-- grain: day
-- interval: bootstrap
-- chart: calendar heatmap
-- smallest n: 20
-- across games: yes
SELECT
    site, day::VARCHAR AS game_id, 0 AS deal_no, '' AS seat, '' AS side, unnest(['deals', 'games']) AS class,
    if(class = 'deals', deals, games) AS did, 1 AS chance
FROM (
    SELECT chosen.site, person_site, player, day, count(*) AS deals, count(DISTINCT game_id) AS games
    FROM chosen
    JOIN (SELECT site, game_id, min(played_at)::DATE AS day FROM deals SEMI JOIN chosen USING (site, game_id) GROUP BY site, game_id) AS days USING (site, game_id)
    WHERE status IN ('complete', 'incomplete') AND day IS NOT NULL
    GROUP BY chosen.site, person_site, player, day
)
