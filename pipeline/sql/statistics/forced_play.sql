-- number: 3
-- group: bidding
-- name en: Forced to play
-- name nl: Verplicht spelen
-- question: How often does he have to play because all others passed?
-- numerator: deals that he had to play
-- denominator: deals with known calls in which the duty would have been his, where the rules know one that not every deal has
-- question nl: Hoe vaak moet hij spelen omdat alle anderen pasten?
-- numerator nl: spellen die hij moest spelen
-- denominator nl: spellen waarvan het bieden bekend is en waarin de plicht hem getroffen zou hebben, bij regels met een plicht die niet in elk spel geldt
-- grain: seat
-- interval: wilson
-- chart: bar
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, forced_did AS did, forced_chance AS chance
FROM chosen
