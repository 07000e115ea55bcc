-- number: 20b
-- group: bidding
-- name en: Points a deal by bidding
-- name nl: Punten per spel door bieden
-- question: What does the bidding add, when his side takes the deal and when the others do?
-- numerator: what the deal was worth for his side once trump and declarer were known, less what it was worth before
-- denominator: complete deals whose luck is known; all, and by role
-- question nl: Wat levert het bieden op, als zijn partij het spel neemt en als de anderen dat doen?
-- numerator nl: wat het spel voor zijn partij waard was toen troef en speler vaststonden, min wat het daarvoor waard was
-- denominator nl: uitgespeelde spellen waarvan het geluk bekend is; alle samen, en per rol
-- grain: seat
-- interval: bootstrap
-- chart: forest plot by role
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, unnest(['', role]) AS class, if(side = 'NS', 1, -1) * bidding_ns AS did, bidding_ns IS NOT NULL AND class IS NOT NULL AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no)
