-- The deals that strength is found from: complete ones with an official score for both sides, in the order of time. Seats
-- are numbered from 0; -1 where something is not known.
WITH games_in_time AS (
    SELECT site, game_id, row_number() OVER (ORDER BY min(played_at) NULLS FIRST, site, game_id) - 1 AS game
    FROM deals GROUP BY site, game_id
)
SELECT
    games_in_time.game::INTEGER AS game,
    deal_no::INTEGER AS deal_no,
    north.id AS north, east.id AS east, south.id AS south, west.id AS west,
    coalesce(north_hand, 0) AS north_hand, coalesce(east_hand, 0) AS east_hand,
    coalesce(south_hand, 0) AS south_hand, coalesce(west_hand, 0) AS west_hand,
    coalesce(seat_number(dealer), -1)::TINYINT AS dealer,
    if(declarer IN ('N', 'E', 'S', 'W'), seat_number(declarer), -1)::TINYINT AS declarer,
    (strpos('CDHS', trump::VARCHAR) - 1)::TINYINT AS trump,
    coalesce(strpos('CDHS', turned[1][-1]) - 1, -1)::TINYINT AS turned,
    coalesce(bidding, '') AS bidding,
    (dense_rank() OVER (ORDER BY deals.rules, deals.custom) - 1)::INTEGER AS rules,
    nat_rule IS DISTINCT FROM 'none' AS knows_nat,
    coalesce(is_nat, false) AS is_nat,
    official(score_ns, ruled_ns, ruled_ns, ruled_ew, logged_verzaakt)::INTEGER
        - official(score_ew, ruled_ew, ruled_ns, ruled_ew, logged_verzaakt)::INTEGER AS result,
    violations > 0 AS has_violations
FROM deals
JOIN games_in_time USING (site, game_id)
LEFT JOIN rulesets USING (rules, custom)
JOIN seated north ON north.site = deals.site AND north.name IS NOT DISTINCT FROM deals.north AND north.is_bot = contains(bots, 'N')
JOIN seated east ON east.site = deals.site AND east.name IS NOT DISTINCT FROM deals.east AND east.is_bot = contains(bots, 'E')
JOIN seated south ON south.site = deals.site AND south.name IS NOT DISTINCT FROM deals.south AND south.is_bot = contains(bots, 'S')
JOIN seated west ON west.site = deals.site AND west.name IS NOT DISTINCT FROM deals.west AND west.is_bot = contains(bots, 'W')
WHERE status = 'complete' AND result IS NOT NULL AND trump IS NOT NULL
ORDER BY game, deal_no
