-- number: 52b
-- group: luck
-- name en: Points beside other tables
-- name nl: Punten naast andere tafels
-- question: How many points better is his side than the other tables that had the same cards?
-- numerator: his side's score less the other side's, less the mean of the same at the other tables
-- denominator: complete deals that were played at other tables too, by the same rules
-- question nl: Hoeveel punten doet zijn partij het beter dan de andere tafels met dezelfde kaarten?
-- numerator nl: punten van zijn partij min die van de tegenpartij, min het gemiddelde daarvan aan de andere tafels
-- denominator nl: uitgespeelde spellen die ook aan andere tafels gespeeld zijn, volgens dezelfde regels
-- grain: side
-- interval: bootstrap
-- chart: bar around 0
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, if(side = 'NS', 1, -1) * (result_ns - others_ns) AS did, others_ns IS NOT NULL AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no)
