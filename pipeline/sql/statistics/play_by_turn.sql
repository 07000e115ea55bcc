-- number: 2
-- group: bidding
-- name en: Plays, by turn
-- name nl: Speelt, per beurt
-- question: Does he play earlier or later than others?
-- numerator: calls at that turn by which he chose to play
-- denominator: calls at that turn at which he could both pass and play; turns count from the first speaker, 5-8 is the second time round
-- question nl: Gaat hij eerder of later dan anderen?
-- numerator nl: beurten op die plaats waarin hij koos om te spelen
-- denominator nl: beurten op die plaats waarin hij kon passen en kon gaan; geteld vanaf wie als eerste spreekt, 5-8 is de tweede ronde
-- grain: seat
-- interval: wilson
-- chart: bars with intervals
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, (turn + 1)::VARCHAR AS class, first_call_did AS did, first_call_chance AS chance
FROM chosen
UNION ALL
SELECT site, game_id, deal_no, seat, side, (turn + 5)::VARCHAR, second_call_did, second_call_chance
FROM chosen
