-- number: 52
-- group: luck
-- name en: Luck of the cards
-- name nl: Kaartgeluk
-- question: Does his side get better cards than it should?
-- numerator: card points dealt to his side, each card counting its points averaged over the four suits that may become trump, less 76, half of them all
-- denominator: deals dealt with both hands known, passed out or not
-- question nl: Krijgt zijn partij betere kaarten dan haar toekomt?
-- numerator nl: kaartpunten die zijn partij kreeg, waarbij elke kaart telt voor haar gemiddelde over de vier kleuren die troef kunnen worden, min 76: de helft van alle punten
-- denominator nl: gegeven spellen waarvan beide handen bekend zijn, rondgepast of niet
-- grain: side
-- interval: known sd
-- chart: z with band, expected 0
-- smallest n: 20
-- sd: 11.13

-- It must not depend on who bids what, so no suit is trump: the mean of 76 is exact for any player, and so is the spread
-- (16 cards of 32 drawn without putting back).
SELECT
    site, game_id, deal_no, seat, side, '' AS class,
    points_before_trump(hand) + points_before_trump(partner_hand) - 76 AS did, true AS chance
FROM chosen
WHERE status IN ('complete', 'incomplete', 'passed_out') AND hand IS NOT NULL AND partner_hand IS NOT NULL
