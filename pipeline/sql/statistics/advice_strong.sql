-- number: 51a
-- group: bidding
-- name en: Advice: call with jack and nine
-- name nl: Advies: spelen met boer en nel
-- question: Does he call on the jack and nine, or the jack and three more trumps, and only then?
-- numerator: of those, the calls that followed the advice: a call of such a suit, or a pass
-- denominator: calls at which he could both pass and play, his hand known. Call: with the jack and nine of a suit on offer, or its jack and three more. Pass: with neither of these in any suit on offer
-- grain: seat
-- interval: wilson
-- chart: dot with the cost beside it
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
        *,
        suits_to_call(hand, suits) AS to_call,
        len(to_call) = 0 AS to_pass
    FROM calls
    WHERE hand IS NOT NULL
)
SELECT
    site, game_id, deal_no, seat, side, unnest(['call', 'pass']) AS class,
    if(class = 'call', called AND list_contains(to_call, trump::VARCHAR), NOT called) AS did,
    if(class = 'call', len(to_call) > 0, to_pass) AS chance
FROM advised
