-- number: 51b
-- group: bidding
-- name en: Advice: call with jack and three trumps
-- name nl: Advies: spelen met boer en drie troeven
-- question: Does he call on three trumps with the jack, or with the nine and ace, and pass without jack and nine?
-- numerator: of those, the calls that followed the advice: a call of such a suit, or a pass
-- denominator: calls at which he could both pass and play, his hand known. Call: with three or more of a suit on offer, the jack among them or the nine and ace. Pass: without jack and nine of every suit on offer
-- question nl: Gaat hij op drie troeven met de boer, of met nel en aas, en past hij zonder boer en nel?
-- numerator nl: de keren daarvan dat hij het advies volgde: gaan op zo'n kleur, of passen
-- denominator nl: beurten waarin hij kon passen en kon gaan, met zijn hand bekend. Gaan: met minstens drie kaarten van een kleur die te kiezen was, met de boer erbij of met nel en aas. Passen: zonder boer en nel in elke kleur die te kiezen was
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
        list_filter(suits, lambda suit: count_suit(hand, suit) >= 3 AND (holds(hand, 'J', suit) OR holds(hand, '9', suit) AND holds(hand, 'A', suit))) AS to_call,
        len(list_filter(suits, lambda suit: holds(hand, 'J', suit) OR holds(hand, '9', suit))) = 0 AS to_pass
    FROM calls
    WHERE hand IS NOT NULL
)
SELECT
    site, game_id, deal_no, seat, side, unnest(['call', 'pass']) AS class,
    if(class = 'call', called AND list_contains(to_call, trump::VARCHAR), NOT called) AS did,
    if(class = 'call', len(to_call) > 0, to_pass) AS chance
FROM advised
