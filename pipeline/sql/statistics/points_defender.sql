-- number: 17
-- group: results
-- name en: Points a deal as defender
-- name nl: Punten per spel als tegenspeler
-- question: What does a deal bring that the opponents declare?
-- numerator: own less other score as written, nat, pit and the penalty of a proven revoke that the site ruled on included
-- denominator: scored deals that an opponent declared; lho sits at the declarer's left hand, rho at his right
-- grain: seat
-- interval: bootstrap
-- chart: forest by role
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, unnest(['', role]) AS class, official_score::INTEGER - official_score_against AS did, 1 AS chance
FROM chosen
WHERE official_score IS NOT NULL AND role IN ('lho', 'rho')
