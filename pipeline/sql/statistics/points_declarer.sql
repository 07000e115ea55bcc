-- number: 15
-- group: results
-- name en: Points a deal as declarer
-- name nl: Punten per spel als speler
-- question: What does a deal bring that he declares?
-- numerator: own less other score as written, nat, pit and the penalty of a proven revoke that the site ruled on included
-- denominator: scored deals that he declared
-- question nl: Wat brengt een spel op dat hij speelt?
-- numerator nl: eigen geschreven punten min die van de tegenpartij, met nat, pit en de straf voor een bewezen verzaking die de site bestrafte
-- denominator nl: spellen met een score die hij speelde
-- grain: seat
-- interval: bootstrap
-- chart: forest by role
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, official_score::INTEGER - official_score_against AS did, 1 AS chance
FROM chosen
WHERE official_score IS NOT NULL AND role = 'declarer'
