-- number: 51a
-- group: bidding
-- name en: Advice: call with jack and nine
-- name nl: Advies: spelen met boer en nel
-- question: Does he call on the jack and nine, or the jack and three more trumps, and only then?
-- numerator: of those, the calls that followed the advice: a call of such a suit, or a pass
-- denominator: calls at which he could both pass and play, his hand known. Call: with the jack and nine of a suit on offer, or its jack and three more. Pass: with neither of these in any suit on offer
-- question nl: Gaat hij op boer en nel, of op de boer met nog drie troeven, en alleen dan?
-- numerator nl: de keren daarvan dat hij het advies volgde: gaan op zo'n kleur, of passen
-- denominator nl: beurten waarin hij kon passen en kon gaan, met zijn hand bekend. Gaan: met boer en nel van een kleur die te kiezen was, of met de boer en nog drie kaarten ervan. Passen: met geen van beide, in geen enkele kleur die te kiezen was
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
