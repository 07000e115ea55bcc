-- number: 34a
-- group: card play
-- name en: Ace or ten ruffed
-- name nl: Aas of tien afgetroefd
-- question: How often do the opponents ruff the ace or ten that he leads, and could he have drawn trumps first?
-- numerator: of those, the leads whose trick an opponent won with a trump
-- denominator: aces and tens beside the trumps that he led by choice while there were trumps that he had not seen; apart: when he held trumps himself, and when not
-- question nl: Hoe vaak troeft de tegenpartij de aas of tien af waarmee hij uitkomt, en had hij eerst troef kunnen trekken?
-- numerator nl: de keren daarvan dat een tegenstander de slag met een troef won
-- denominator nl: azen en tienen naast troef waarmee hij uitkwam terwijl er iets te kiezen was en er troeven waren die hij niet had gezien; apart: als hij zelf troeven had, en als hij er geen had
-- grain: play
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, unnest(['', if(held & suit_mask(trump_suit) <> 0, 'could draw', 'could not draw')]) AS class,
    NOT won AND winning_card // 8 = trump_suit AS did, won IS NOT NULL AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE place = 1 AND n_legal > 1 AND card // 8 <> trump_suit AND card % 8 IN (3, 7) AND unseen & suit_mask(trump_suit) <> 0
