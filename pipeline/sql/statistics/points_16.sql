-- number: 18
-- group: results
-- name en: Points in 16 deals
-- name nl: Punten per boom van 16
-- question: What does an evening of sixteen deals bring?
-- numerator: own less other score as written, nat, pit and the penalty of a proven revoke that the site ruled on included
-- denominator: scored deals, taken sixteen at a time
-- question nl: Wat brengt een boom van zestien spellen op?
-- numerator nl: eigen geschreven punten min die van de tegenpartij, met nat, pit en de straf voor een bewezen verzaking die de site bestrafte
-- denominator nl: spellen met een score, zestien bij elkaar
-- grain: seat
-- interval: bootstrap
-- chart: box by month
-- smallest n: 20
-- per: 16
SELECT site, game_id, deal_no, seat, side, '' AS class, official_score::INTEGER - official_score_against AS did, 1 AS chance
FROM chosen
WHERE official_score IS NOT NULL
