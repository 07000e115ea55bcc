-- number: 51e
-- group: bidding
-- name en: Points with and against the advice
-- name nl: Punten met en tegen het advies
-- question: What does it bring to follow the advice about the jack and nine?
-- numerator: his side's score less the other side's, less luck
-- denominator: calls to which the advice of 51a applies, in complete deals whose luck is known, apart by whether he followed it
-- grain: seat
-- interval: bootstrap
-- chart: dot beside that of 51a
-- smallest n: 20
WITH calls AS (
    SELECT *, suits_on_offer(bidding, turn, first_turned, second_turned) AS suits, first_call_did AS called
    FROM chosen JOIN rulesets USING (rules, custom)
    WHERE first_call_chance
    UNION ALL
    SELECT *, suits_on_offer(bidding, turn + 4, first_turned, second_turned), second_call_did
    FROM chosen JOIN rulesets USING (rules, custom)
    WHERE second_call_chance
),
advised AS (
    SELECT
        *, suits_to_call(hand, suits) AS to_call, if(len(to_call) > 0, 'call', 'pass') AS advice,
        if(advice = 'call', called AND list_contains(to_call, trump::VARCHAR), NOT called) AS followed
    FROM calls JOIN luck USING (site, game_id, deal_no)
    WHERE hand IS NOT NULL AND adjusted_ns IS NOT NULL
)
SELECT
    site, game_id, deal_no, seat, side, advice || if(followed, ', followed', ', not followed') AS class,
    if(side = 'NS', 1, -1) * adjusted_ns AS did, true AS chance
FROM advised
