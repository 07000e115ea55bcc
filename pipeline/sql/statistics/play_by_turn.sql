-- number: 2
-- group: bidding
-- name en: Plays, by turn
-- name nl: Speelt, per beurt
-- question: Does he play earlier or later than others?
-- numerator: calls at that turn by which he chose to play
-- denominator: calls at that turn at which he could both pass and play; turns count from the first speaker, 5-8 is the second time round
-- grain: seat
-- interval: wilson
-- chart: bars with intervals
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, (turn + 1)::VARCHAR AS class, first_call_did AS did, first_call_chance AS chance
FROM chosen
UNION ALL
SELECT site, game_id, deal_no, seat, side, (turn + 5)::VARCHAR, second_call_did, second_call_chance
FROM chosen
