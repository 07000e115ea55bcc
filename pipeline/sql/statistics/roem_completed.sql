-- number: 22
-- group: roem
-- name en: Roem completed
-- name nl: Roem afgemaakt
-- question: How much roem does his own card complete in tricks that his side wins?
-- numerator: roem, announced or not, that came about when he laid his card, in tricks that his side won
-- denominator: complete deals without an illegal card, all hands known, by rules that count roem in a trick
-- question nl: Hoeveel roem maakt zijn eigen kaart af in slagen die zijn partij wint?
-- numerator nl: roem, gemeld of niet, die ontstond toen hij zijn kaart legde, in slagen die zijn partij won
-- denominator nl: uitgespeelde spellen zonder verboden kaart, met alle handen bekend, bij regels die roem in een slag tellen
-- grain: seat
-- interval: bootstrap
-- chart: bar
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, sum(if(won, adds, 0)) AS did, 1 AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat) JOIN rulesets USING (rules, custom)
WHERE roem_scope = 'trick'
GROUP BY site, game_id, deal_no, seat, side
HAVING count(*) = 8
