-- number: 33
-- group: card play
-- name en: What a first lead is worth
-- name nl: Waarde van de uitkomst
-- question: What comes of the deal after each kind of first lead?
-- numerator: points by card play of the leader's side
-- denominator: first leads in complete deals whose luck is known, by kind as in the statistic first_lead
-- question nl: Wat komt er van het spel na elke soort eerste uitkomst?
-- numerator nl: punten door het spelen voor de partij die uitkwam
-- denominator nl: eerste uitkomsten in uitgespeelde spellen waarvan het geluk bekend is, naar soort zoals bij het cijfer first_lead
-- grain: play
-- interval: bootstrap
-- chart: dot for each kind
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, lead_class(card, held, trump_suit) AS class, if(side = 'NS', 1, -1) * play_ns AS did, play_ns IS NOT NULL AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat) JOIN luck USING (site, game_id, deal_no)
WHERE card_no = 1
