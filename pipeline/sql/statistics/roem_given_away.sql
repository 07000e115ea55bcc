-- number: 23
-- group: roem
-- name en: Roem given away
-- name nl: Roem weggegeven
-- question: How much roem does he give the opponents that he could have kept from them?
-- numerator: roem, announced or not, that his card made in tricks of the opponents, less the least that a card he might have played would have made as the others played; leads do not count
-- denominator: complete deals without an illegal card, all hands known, by rules that count roem in a trick
-- question nl: Hoeveel roem geeft hij de tegenpartij die hij had kunnen tegenhouden?
-- numerator nl: roem, gemeld of niet, die zijn kaart maakte in slagen van de tegenpartij, min het minste dat een andere kaart die mocht had gemaakt bij het spel van de anderen; uitkomen telt niet mee
-- denominator nl: uitgespeelde spellen zonder verboden kaart, met alle handen bekend, bij regels die roem in een slag tellen
-- grain: seat
-- interval: bootstrap
-- chart: bar with a list of deals
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, sum(gives::INTEGER - least_gives) AS did, 1 AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat) JOIN rulesets USING (rules, custom)
WHERE roem_scope = 'trick'
GROUP BY site, game_id, deal_no, seat, side
HAVING count(*) = 8
