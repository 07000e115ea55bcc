-- number: 19
-- group: results
-- name en: Games won
-- name nl: Partijen gewonnen
-- question: How often does he win a game?
-- numerator: games won, and half of those drawn
-- denominator: finished games that he played whole on one side
-- grain: game
-- interval: wilson
-- chart: line, rolling
-- smallest n: 20
SELECT
    seats.site, seats.game_id, 0 AS deal_no, any_value(seats.seat) AS seat, any_value(seats.side) AS side, '' AS class,
    CASE any_value(matches.winner) WHEN 'draw' THEN 0.5 WHEN any_value(seats.side) THEN 1 ELSE 0 END AS did, 1 AS chance
FROM seats
JOIN matches USING (site, game_id)
SEMI JOIN chosen USING (site, game_id, person_site, player)
WHERE matches.winner IS NOT NULL AND seats.status IN ('complete', 'incomplete')
GROUP BY seats.site, seats.game_id, seats.person_site, seats.player
-- Who sat out a deal or changed sides neither won nor lost.
HAVING count(DISTINCT seats.side) = 1 AND count(DISTINCT seats.deal_no) = any_value(matches.counting)
