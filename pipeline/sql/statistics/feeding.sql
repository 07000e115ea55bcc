-- number: 36
-- group: card play
-- name en: Feeds the partner
-- name nl: Smeert
-- question: Does he put points on a trick that is his partner's for certain?
-- numerator: card points that he put there
-- denominator: the most that he might have put there: cards played by choice, of which some were worth more than others, last in the trick while the partner was winning, or before the last when nothing that he had not seen beats the partner's card
-- question nl: Smeert hij bij als de slag zeker voor zijn maat is?
-- numerator nl: kaartpunten die hij bijlegde
-- denominator nl: het meeste dat hij had kunnen bijleggen: kaarten waarbij er iets te kiezen was en niet alle evenveel waard waren, gespeeld als laatste in een slag waarin de maat aan slag was, of eerder als geen kaart die hij nog niet had gezien die van de maat kon slaan
-- grain: play
-- interval: ratio bootstrap
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, card_points AS did, most_points AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE n_legal > 1 AND sure = 'ours' AND most_points > least_points
