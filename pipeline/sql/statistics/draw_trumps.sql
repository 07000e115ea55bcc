-- number: 34
-- group: card play
-- name en: Draws trumps
-- name nl: Trekt troef
-- question: Does he lead trumps when he first can?
-- numerator: of those, the leads of a trump
-- denominator: first leads of a declarer in a deal, when he held trumps and other cards
-- question nl: Komt hij met troef uit zodra hij kan?
-- numerator nl: de keren daarvan dat hij met troef uitkwam
-- denominator nl: de eerste uitkomst van de speler in een spel, als hij troeven en andere kaarten had
-- grain: play
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, card // 8 = trump_suit AS did, true AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE is_declarer AND place = 1 AND n_legal > 1
    AND held & suit_mask(trump_suit) <> 0 AND held & ~suit_mask(trump_suit) <> 0
-- His first lead, whatever he held then.
QUALIFY card_no = min(card_no) OVER (PARTITION BY site, game_id, deal_no, seat)
