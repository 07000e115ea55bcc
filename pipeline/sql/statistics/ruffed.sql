-- number: 34a
-- group: card play
-- name en: Ace or ten ruffed
-- name nl: Aas of tien afgetroefd
-- question: How often do the opponents ruff the ace or ten that he leads, and could he have drawn trumps first?
-- numerator: of those, the leads whose trick an opponent won with a trump
-- denominator: aces and tens beside the trumps that he led by choice while there were trumps that he had not seen; apart: when he held trumps himself, and when not
-- grain: play
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, unnest(['', if(held & suit_mask(trump_suit) <> 0, 'could draw', 'could not draw')]) AS class,
    NOT won AND winning_card // 8 = trump_suit AS did, won IS NOT NULL AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE place = 1 AND n_legal > 1 AND card // 8 <> trump_suit AND card % 8 IN (3, 7) AND unseen & suit_mask(trump_suit) <> 0
