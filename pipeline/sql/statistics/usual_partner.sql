-- number: 47a
-- group: volume
-- name en: Deals with the usual partner
-- name nl: Spellen met de vaste maat
-- question: How much of his play is with one partner, from whom he can then hardly be told apart?
-- numerator: of those, the deals with the partner whom he has most often under the same filters, the first by name of several
-- denominator: complete deals with a partner whose name is known
-- grain: seat
-- interval: wilson
-- chart: number
-- smallest n: 20
-- across games: yes
WITH usual AS (
    SELECT person_site, player, partner AS usual_partner
    FROM alike
    WHERE status = 'complete' AND partner IS NOT NULL
    GROUP BY person_site, player, partner
    QUALIFY row_number() OVER (PARTITION BY person_site, player ORDER BY count(*) DESC, partner) = 1
)
SELECT site, game_id, deal_no, seat, side, '' AS class, partner = usual_partner AS did, true AS chance
FROM chosen JOIN usual USING (person_site, player)
WHERE status = 'complete' AND partner IS NOT NULL
