-- number: 20c
-- group: card play
-- name en: Points a deal by card play
-- name nl: Punten per spel door het spelen
-- question: What does the play of the cards add?
-- numerator: his side's score less the other side's, less what the deal was worth once trump and declarer were known
-- denominator: complete deals whose luck is known; all, and by role
-- question nl: Wat levert het spelen van de kaarten op?
-- numerator nl: punten van zijn partij min die van de tegenpartij, min wat het spel waard was toen troef en speler vaststonden
-- denominator nl: uitgespeelde spellen waarvan het geluk bekend is; alle samen, en per rol
-- grain: seat
-- interval: bootstrap
-- chart: forest plot by role
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, unnest(['', role]) AS class, if(side = 'NS', 1, -1) * play_ns AS did, play_ns IS NOT NULL AND class IS NOT NULL AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no)
