-- number: 17
-- group: results
-- name en: Points a deal as defender
-- name nl: Punten per spel als tegenspeler
-- question: What does a deal bring that the opponents declare?
-- numerator: own less other score as written, nat, pit and the penalty of a proven revoke that the site ruled on included
-- denominator: scored deals that an opponent declared; lho sits at the declarer's left hand, rho at his right
-- question nl: Wat brengt een spel op dat de tegenpartij speelt?
-- numerator nl: eigen geschreven punten min die van de tegenpartij, met nat, pit en de straf voor een bewezen verzaking die de site bestrafte
-- denominator nl: spellen met een score die een tegenstander speelde, ook apart: links van de speler en rechts van de speler
-- grain: seat
-- interval: bootstrap
-- chart: forest by role
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, unnest(['', role]) AS class, official_score::INTEGER - official_score_against AS did, 1 AS chance
FROM chosen
WHERE official_score IS NOT NULL AND role IN ('lho', 'rho')
