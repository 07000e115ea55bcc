-- number: 46
-- group: luck
-- name en: Head to head
-- name nl: Onderling
-- question: How does he do against these opponents, luck taken out?
-- numerator: his side's score less the other side's, less luck
-- denominator: complete deals whose luck is known, against two persons: those of the filter of opponents, if there is one
-- grain: side
-- interval: bootstrap
-- chart: matrix of pairs
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, if(side = 'NS', 1, -1) * adjusted_ns AS did, adjusted_ns IS NOT NULL AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no)
WHERE is_person(left_opponent) AND is_person(right_opponent)
