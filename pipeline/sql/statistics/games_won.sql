-- number: 19
-- group: results
-- name en: Games won
-- name nl: Partijen gewonnen
-- question: How often does he win a game?
-- numerator: games won, and half of those drawn
-- denominator: finished games that he played whole on one side
-- question nl: Hoe vaak wint hij een partij?
-- numerator nl: gewonnen partijen, en de helft van de gelijkgespeelde
-- denominator nl: uitgespeelde partijen die hij van begin tot eind aan dezelfde kant speelde
-- grain: game
-- interval: wilson
-- chart: line, rolling
-- smallest n: 20
-- across games: yes
SELECT
    everything.site, everything.game_id, 0 AS deal_no, any_value(everything.seat) AS seat, any_value(everything.side) AS side, '' AS class,
    CASE any_value(matches.winner) WHEN 'draw' THEN 0.5 WHEN any_value(everything.side) THEN 1 ELSE 0 END AS did, 1 AS chance
FROM everything
JOIN matches USING (site, game_id)
SEMI JOIN chosen USING (site, game_id, person_site, player)
WHERE matches.winner IS NOT NULL AND everything.status IN ('complete', 'incomplete')
GROUP BY everything.site, everything.game_id, everything.person_site, everything.player
-- Who sat out a deal or changed sides neither won nor lost.
HAVING count(DISTINCT everything.side) = 1 AND count(DISTINCT everything.deal_no) = any_value(matches.counting)
