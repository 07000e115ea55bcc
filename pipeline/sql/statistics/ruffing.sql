-- number: 38
-- group: card play
-- name en: Ruffs when free to
-- name nl: Troeft in uit vrije keuze
-- question: Does he trump when he need not?
-- numerator: of those, the cards that were trumps
-- denominator: cards with which he could not follow, and might trump or not
-- question nl: Troeft hij in als het niet hoeft?
-- numerator nl: de kaarten daarvan die troef waren
-- denominator nl: kaarten waarmee hij niet kon bekennen en wel of niet mocht troeven
-- grain: play
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, card // 8 = trump_suit AS did, true AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE place > 1 AND led <> trump_suit AND held & suit_mask(led) = 0
    AND legal & suit_mask(trump_suit) <> 0 AND legal & ~suit_mask(trump_suit) <> 0
