-- number: 25b
-- group: roem
-- name en: Roem forgotten
-- name nl: Roem vergeten
-- question: How much roem does his side make and not announce?
-- numerator: points of roem in tricks that his side won and that nobody announced who might
-- denominator: complete deals by rules under which roem must be announced, with the announcements known
-- question nl: Hoeveel roem maakt zijn partij zonder die te melden?
-- numerator nl: punten van roem in slagen die zijn partij won en die niemand meldde die dat mocht
-- denominator nl: uitgespeelde spellen bij regels waarin roem gemeld moet worden, met de meldingen bekend
-- grain: side
-- interval: bootstrap
-- chart: bar
-- smallest n: 20

-- trick_roem is what counted, trick_roem_kinds what lay; four alike pay by their rank.
SELECT
    site, game_id, deal_no, seat, side, '' AS class,
    list_sum([if(side_of(deals.winners[trick]) = side,
        if(kinds[trick] & 1 <> 0, run3, 0) + if(kinds[trick] & 2 <> 0, run4, 0) + if(kinds[trick] & 4 <> 0, stuk, 0)
        + if(kinds[trick] & 8 <> 0, if(plays[4 * trick] % 8 = 4, four_jacks, quad_points), 0) - trick_roem[trick], 0)
        FOR trick IN range(1, 9)]) AS did,
    true AS chance
FROM (SELECT *, trick_roem_kinds AS kinds FROM chosen WHERE pit_chance) AS chosen
JOIN (SELECT * FROM deals WHERE claims IS NOT NULL) AS deals USING (site, game_id, deal_no)
JOIN (SELECT * FROM rulesets WHERE roem_claim = 'announced' AND roem_scope = 'trick') AS announced
    ON announced.rules = chosen.rules AND announced.custom = chosen.custom
