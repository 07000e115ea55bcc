-- number: 24
-- group: roem
-- name en: Roem chance taken
-- name nl: Roemkans benut
-- question: Does he complete roem in his side's tricks when he can?
-- numerator: of those, the cards that completed roem
-- denominator: cards played by choice to tricks that his side won, when one card that he might play completed more roem than another, the trick still being his side's as the others played
-- question nl: Maakt hij roem af in de slagen van zijn partij als hij dat kan?
-- numerator nl: de kaarten daarvan die roem afmaakten
-- denominator nl: kaarten waarbij er iets te kiezen was, in slagen die zijn partij won, als de ene kaart die mocht meer roem afmaakte dan de andere en de slag bij het spel van de anderen toch voor zijn partij bleef
-- grain: play
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, adds > 0 AS did, true AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE won AND n_legal > 1 AND most_adds > least_adds
