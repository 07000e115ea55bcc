-- number: 25
-- group: roem
-- name en: Stuk taken
-- name nl: Stuk gehaald
-- question: Who gets the king and queen of trumps?
-- numerator: of those, the tricks that his side won
-- denominator: tricks in which both the king and the queen of trumps fell
-- question nl: Wie haalt heer en vrouw van troef?
-- numerator nl: de slagen daarvan die zijn partij won
-- denominator nl: slagen waarin heer en vrouw van troef allebei vielen
-- grain: side
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, stuk_did AS did, stuk_chance AS chance
FROM chosen
