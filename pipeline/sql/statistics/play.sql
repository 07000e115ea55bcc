-- number: 1
-- group: bidding
-- name en: Plays
-- name nl: Speelt
-- question: How often does a player play when he is free to?
-- numerator: deals in which he chose to play when he could also pass
-- denominator: deals with known calls in which he could both pass and play
-- question nl: Hoe vaak gaat iemand als hij vrij is om te kiezen?
-- numerator nl: spellen waarin hij koos om te spelen terwijl hij ook kon passen
-- denominator nl: spellen waarvan het bieden bekend is en waarin hij kon passen en kon gaan
-- grain: seat
-- interval: wilson
-- chart: dot and strip against the population
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, play_did AS did, play_chance AS chance
FROM chosen
