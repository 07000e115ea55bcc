-- number: 5
-- group: bidding
-- name en: Suit made trump
-- name nl: Troefkleur
-- question: Which suit does he make trump?
-- numerator: deals that he declared in that suit
-- denominator: deals that he declared
-- question nl: Welke kleur maakt hij troef?
-- numerator nl: spellen die hij in die kleur speelde
-- denominator nl: spellen die hij speelde
-- grain: seat
-- interval: wilson
-- chart: four bars, reference 25 %
-- smallest n: 20
-- together: 4
SELECT site, game_id, deal_no, seat, side, suit AS class, trump::VARCHAR = suit AS did, true AS chance
FROM chosen, unnest(['C', 'D', 'H', 'S']) AS suits(suit)
WHERE is_declarer AND trump IS NOT NULL AND status IN ('complete', 'incomplete')
