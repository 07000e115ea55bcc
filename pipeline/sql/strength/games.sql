-- The games in the order of time, with who won: game counts from 0 as in the deals.
SELECT
    row_number() OVER (ORDER BY started_at NULLS FIRST, site, game_id) - 1 AS game,
    site, game_id, started_at, coalesce(is_over, false) AS is_over,
    CASE winner WHEN 'NS' THEN 1 WHEN 'EW' THEN -1 WHEN 'draw' THEN 0 END AS won_by
FROM games
ORDER BY game
