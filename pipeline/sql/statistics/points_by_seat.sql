-- number: 42
-- group: seat
-- name en: Points a deal by seat
-- name nl: Punten per spel per plaats
-- question: Does the seat matter? It should not.
-- numerator: own less other score as written, nat, pit and the penalty of a proven revoke that the site ruled on included
-- denominator: scored deals in that seat
-- question nl: Maakt de plaats aan tafel verschil? Dat hoort niet zo te zijn.
-- numerator nl: eigen geschreven punten min die van de tegenpartij, met nat, pit en de straf voor een bewezen verzaking die de site bestrafte
-- denominator nl: spellen met een score op die plaats
-- grain: seat
-- interval: bootstrap
-- chart: four dots, expected 0
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, seat AS class, official_score::INTEGER - official_score_against AS did, 1 AS chance
FROM chosen
WHERE official_score IS NOT NULL
