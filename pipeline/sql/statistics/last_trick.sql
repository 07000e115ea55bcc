-- number: 39
-- group: card play
-- name en: Last trick
-- name nl: Laatste slag
-- question: How often does his side take the last trick?
-- numerator: deals whose eighth trick his side won
-- denominator: complete deals
-- question nl: Hoe vaak haalt zijn partij de laatste slag?
-- numerator nl: spellen waarvan zijn partij de achtste slag won
-- denominator nl: uitgespeelde spellen
-- grain: side
-- interval: wilson
-- chart: dot, reference 50 %
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, last_trick_did AS did, last_trick_chance AS chance
FROM chosen
