-- number: 35
-- group: card play
-- name en: Cashes an ace
-- name nl: Speelt een aas
-- question: Does he lead an ace at the first chance?
-- numerator: of those, the leads of an ace that is no trump
-- denominator: in each deal his first lead by choice with such an ace in his hand
-- question nl: Speelt hij een aas uit bij de eerste kans?
-- numerator nl: de keren daarvan dat hij uitkwam met een aas die geen troef is
-- denominator nl: in elk spel zijn eerste uitkomst met zo'n aas in de hand waarbij er iets te kiezen was
-- grain: play
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, card // 8 <> trump_suit AND card % 8 = 7 AS did, true AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE place = 1 AND n_legal > 1
    AND count_rank(held & ~suit_mask(trump_suit), 'A') > 0
QUALIFY card_no = min(card_no) OVER (PARTITION BY site, game_id, deal_no, seat)
