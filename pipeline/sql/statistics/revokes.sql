-- number: 41
-- group: card play
-- name en: Revokes
-- name nl: Verzaakt
-- question: How often does he play a card that no reading of the rules allows?
-- numerator: cards by which he did not follow, trump, overtrump or undertrump as he had to, or undertrumped where that is barred, under every reading of the rules
-- denominator: cards that he played; where the site refuses illegal cards nobody is blamed
-- question nl: Hoe vaak speelt hij een kaart die onder geen enkele lezing van de regels mag?
-- numerator nl: kaarten waarmee hij niet bekende, niet troefde, niet overtroefde of niet ondertroefde terwijl dat moest, of ondertroefde waar dat verboden is, onder elke lezing van de regels
-- denominator nl: kaarten die hij speelde; weigert de site verboden kaarten, dan treft niemand blaam
-- grain: seat
-- interval: wilson
-- chart: count, expected 0
-- smallest n: 100
SELECT
    site, game_id, deal_no, seat, side, '' AS class,
    (
        SELECT count(*) FROM findings
        WHERE findings.site = chosen.site AND findings.game_id = chosen.game_id AND findings.deal_no = chosen.deal_no
            AND findings.seat::VARCHAR = chosen.seat AND certainty = 'violation'
            AND code IN ('not_followed', 'not_trumped', 'not_undertrumped', 'not_overtrumped', 'undertrumped')
    ) AS did,
    cards_played AS chance
FROM chosen
