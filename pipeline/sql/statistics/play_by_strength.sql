-- number: 6
-- group: bidding
-- name en: Plays, by the hand held
-- name nl: Gaat, naar de hand
-- question: From which hand on does he play?
-- numerator: of those, the calls at which he chose to play
-- denominator: first calls at which he was free to pass or play, by rules under which no deal is passed out, by the tenth of all hands that his belongs to when each is judged by what it promises in its best suit: 01 the weakest
-- question nl: Vanaf welke hand gaat hij?
-- numerator nl: de beurten daarvan waarin hij koos om te spelen
-- denominator nl: eerste beurten waarin hij vrij was om te passen of te gaan, bij regels waarin geen spel rondgepast wordt, naar het tiende deel van alle handen waar de zijne bij hoort als elke hand geschat wordt naar wat zij in haar beste kleur belooft: 01 is het zwakste
-- grain: seat
-- interval: wilson
-- chart: curve with band, the player against all
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, format('{:02}', promise_tenth[seat_number(seat) + 1]) AS class, first_call_did AS did, first_call_chance AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no) JOIN rulesets USING (rules, custom)
WHERE forced_call(rulesets.bidding) IS NOT NULL
