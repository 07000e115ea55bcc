-- number: 51c
-- group: card play
-- name en: Advice: draw trumps, then cash aces
-- name nl: Advies: troef trekken, dan azen
-- question: Does his side draw the trumps when it plays, and cash its aces afterwards?
-- numerator: of those, the leads that followed the advice: a trump, or an ace that is none
-- denominator: leads by choice of the declaring side. Draw: while there were trumps that he had not seen, with a trump and another card in his hand. Cash: when there were none left, with an ace that is no trump and another card
-- question nl: Trekt zijn partij de troeven eruit als zij speelt, en haalt zij daarna haar azen binnen?
-- numerator nl: de keren daarvan dat de uitkomst het advies volgde: een troef, of een aas die geen troef is
-- denominator nl: uitkomsten van de spelende partij waarbij er iets te kiezen was. Trekken: zolang er troeven waren die hij niet had gezien, met een troef en een andere kaart in de hand. Azen: toen er geen meer waren, met een aas die geen troef is en een andere kaart
-- grain: play
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, kind AS class, if(kind = 'draw', card // 8 = trump_suit, card // 8 <> trump_suit AND card % 8 = 7) AS did, true AS chance
FROM (
    SELECT *, if(unseen & suit_mask(trump_suit) <> 0, 'draw', 'cash') AS kind
    FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
    WHERE is_declaring AND place = 1 AND n_legal > 1
)
WHERE if(
    kind = 'draw',
    held & suit_mask(trump_suit) <> 0 AND held & ~suit_mask(trump_suit) <> 0,
    count_rank(held & ~suit_mask(trump_suit), 'A') > 0 AND count_rank(held & ~suit_mask(trump_suit), 'A') < n_legal
)
