-- number: 51
-- group: hand
-- name en: Jack with the partner
-- name nl: Boer bij de maat
-- question: How often has the partner the jack of trumps that he lacks himself?
-- numerator: of those, the deals in which his partner held it
-- denominator: deals that he declared without the jack of trumps, with both hands known
-- question nl: Hoe vaak zit de troefboer die hij zelf mist bij zijn maat?
-- numerator nl: de spellen daarvan waarin zijn maat hem had
-- denominator nl: spellen die hij speelde zonder troefboer, met beide handen bekend
-- grain: seat
-- interval: wilson
-- chart: dot, reference one third
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, holds(partner_hand, 'J', trump) AS did, NOT holds(hand, 'J', trump) AS chance
FROM chosen
WHERE is_declarer AND status IN ('complete', 'incomplete') AND hand IS NOT NULL AND partner_hand IS NOT NULL
