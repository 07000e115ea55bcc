-- number: 20a
-- group: luck
-- name en: Points a deal by luck
-- name nl: Punten per spel door geluk
-- question: How much do the cards give his side?
-- numerator: what the four hands were worth for his side before anybody spoke, less the same for the other side
-- denominator: complete deals whose luck is known
-- question nl: Hoeveel krijgt zijn partij van de kaarten cadeau?
-- numerator nl: wat de vier handen voor zijn partij waard waren voordat iemand iets zei, min hetzelfde voor de tegenpartij
-- denominator nl: uitgespeelde spellen waarvan het geluk bekend is
-- grain: side
-- interval: bootstrap
-- chart: bar around 0
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, if(side = 'NS', 1, -1) * luck_ns AS did, luck_ns IS NOT NULL AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no)
