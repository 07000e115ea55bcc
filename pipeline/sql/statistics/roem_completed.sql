-- number: 22
-- group: roem
-- name en: Roem completed
-- name nl: Roem afgemaakt
-- question: How much roem does his own card complete in tricks that his side wins?
-- numerator: roem, announced or not, that came about when he laid his card, in tricks that his side won
-- denominator: complete deals without an illegal card, all hands known, by rules that count roem in a trick
-- grain: seat
-- interval: bootstrap
-- chart: bar
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, sum(if(won, adds, 0)) AS did, 1 AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat) JOIN rulesets USING (rules, custom)
WHERE roem_scope = 'trick'
GROUP BY site, game_id, deal_no, seat, side
HAVING count(*) = 8
