-- number: 20
-- group: luck
-- name en: Points a deal less luck
-- name nl: Punten per spel zonder geluk
-- question: What does his side make of its cards, compared with what such cards are worth?
-- numerator: his side's score less the other side's, less what the four hands were worth before anybody spoke (and, where other tables had the same cards, what they made of them)
-- denominator: complete deals whose luck is known: all hands, dealer and declarer
-- question nl: Wat maakt zijn partij van haar kaarten, vergeleken met wat zulke kaarten waard zijn?
-- numerator nl: punten van zijn partij min die van de tegenpartij, min wat de vier handen waard waren voordat iemand iets zei (en, waar andere tafels dezelfde kaarten hadden, wat die ervan maakten)
-- denominator nl: uitgespeelde spellen waarvan het geluk bekend is: alle handen, gever en speler
-- grain: side
-- interval: bootstrap
-- chart: two lines: actual and without luck
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, if(side = 'NS', 1, -1) * adjusted_ns AS did, adjusted_ns IS NOT NULL AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no)
