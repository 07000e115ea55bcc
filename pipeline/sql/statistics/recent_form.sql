-- number: 56
-- group: luck
-- name en: Form in the last deals
-- name nl: Vorm in de laatste spellen
-- question: How has he done lately?
-- numerator: his side's score less the other side's, less luck
-- denominator: his last 50, 100 and 250 complete deals whose luck is known, by date, those without one first
-- grain: seat
-- interval: bootstrap
-- chart: line with band
-- smallest n: 20
-- across games: yes
SELECT site, game_id, deal_no, seat, side, 'last ' || many AS class, if(side = 'NS', 1, -1) * adjusted_ns AS did, true AS chance
FROM (
    SELECT *, row_number() OVER (
        PARTITION BY person_site, player ORDER BY played_at DESC NULLS LAST, site DESC, game_id DESC, deal_no DESC, seat DESC
    ) AS ago
    FROM chosen JOIN luck USING (site, game_id, deal_no)
    WHERE adjusted_ns IS NOT NULL
), (VALUES (50), (100), (250)) AS windows(many)
WHERE ago <= many
