-- number: 37
-- group: card play
-- name en: Feeds the opponents
-- name nl: Smeert bij de tegenpartij
-- question: Does he keep his points from a trick that the opponents win for certain? Low is good.
-- numerator: card points that he put there above the least that he had to
-- denominator: the most that he might have put there, above the least: cards played by choice when no card that he might play beat the opponents' and no partner behind him could, by what he had seen
-- question nl: Houdt hij zijn punten uit een slag die zeker voor de tegenpartij is? Laag is goed.
-- numerator nl: kaartpunten die hij bijlegde boven het minste dat moest
-- denominator nl: het meeste dat hij had kunnen bijleggen boven het minste: kaarten waarbij er iets te kiezen was, als geen kaart die mocht die van de tegenpartij sloeg en geen maat na hem dat nog kon, afgaand op wat hij gezien had
-- grain: play
-- interval: ratio bootstrap
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, card_points::INTEGER - least_points AS did, most_points::INTEGER - least_points AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE n_legal > 1 AND sure = 'theirs' AND most_points > least_points
