-- number: 26
-- group: roem
-- name en: Roem after the first lead
-- name nl: Roem na de uitkomst
-- question: How much roem follows each kind of first lead?
-- numerator: roem of the leader's side less that of the other, as made
-- denominator: first leads in complete deals with all hands known, by kind as in the statistic first_lead
-- question nl: Hoeveel roem volgt er op elke soort eerste uitkomst?
-- numerator nl: roem van de partij die uitkwam min die van de andere, zoals gemaakt
-- denominator nl: eerste uitkomsten in uitgespeelde spellen met alle handen bekend, naar soort zoals bij het cijfer first_lead
-- grain: play
-- interval: bootstrap
-- chart: dot for each kind
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, lead_class(card, held, trump_suit) AS class, roem::INTEGER - roem_against::INTEGER AS did, pit_chance AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE card_no = 1
