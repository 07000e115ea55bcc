-- number: 23
-- group: roem
-- name en: Roem given away, by chances
-- name nl: Roem weggegeven, per kans
-- question: How often does he give the opponents roem when he need not?
-- numerator: of those, the cards that made more roem than another would have
-- denominator: cards played by choice, no leads, to tricks that the opponents won, when the cards that he might play would have made more or less roem as the others played
-- question nl: Hoe vaak geeft hij de tegenpartij roem terwijl dat niet hoeft?
-- numerator nl: de kaarten daarvan die meer roem maakten dan een andere had gedaan
-- denominator nl: kaarten waarbij er iets te kiezen was, uitkomen niet meegeteld, in slagen die de tegenpartij won, als de kaarten die mochten bij het spel van de anderen meer of minder roem zouden maken
-- grain: play
-- interval: wilson
-- chart: bar with a list of deals
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, gives > least_gives AS did, true AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE NOT won AND n_legal > 1 AND most_gives > least_gives
