-- number: 52a
-- group: luck
-- name en: Matchpoints at the same deals
-- name nl: Matchpunten op dezelfde spellen
-- question: How does his side do beside the other tables that had the same cards?
-- numerator: of the other tables with the same cards, the share that did worse, half for equal results
-- denominator: complete deals that were played at other tables too, by the same rules
-- question nl: Hoe doet zijn partij het naast de andere tafels met dezelfde kaarten?
-- numerator nl: het deel van de andere tafels met dezelfde kaarten dat het slechter deed; gelijk telt half
-- denominator nl: uitgespeelde spellen die ook aan andere tafels gespeeld zijn, volgens dezelfde regels
-- grain: side
-- interval: bootstrap
-- chart: dot, reference 50 %
-- smallest n: 20
-- per: 100
SELECT site, game_id, deal_no, seat, side, '' AS class, if(side = 'NS', matchpoints_ns, 1 - matchpoints_ns) AS did, matchpoints_ns IS NOT NULL AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no)
