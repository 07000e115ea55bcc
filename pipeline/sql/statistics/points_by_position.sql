-- number: 43
-- group: seat
-- name en: Points a deal by position
-- name nl: Punten per spel naar plaats vanaf de gever
-- question: What is it worth to speak first?
-- numerator: own less other score as written, nat, pit and the penalty of a proven revoke that the site ruled on included
-- denominator: scored deals at that place from the dealer's left, 4 is the dealer
-- question nl: Wat is het waard om als eerste te spreken?
-- numerator nl: eigen geschreven punten min die van de tegenpartij, met nat, pit en de straf voor een bewezen verzaking die de site bestrafte
-- denominator nl: spellen met een score op die plaats, geteld vanaf links van de gever; 4 is de gever
-- grain: seat
-- interval: bootstrap
-- chart: four dots
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, position::VARCHAR AS class, official_score::INTEGER - official_score_against AS did, 1 AS chance
FROM chosen
WHERE official_score IS NOT NULL AND position IS NOT NULL
