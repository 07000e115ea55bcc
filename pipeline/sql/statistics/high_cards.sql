-- number: 53
-- group: luck
-- name en: Jacks, nines and aces held
-- name nl: Boeren, negens en azen gekregen
-- question: Is the dealing fair? One of each a deal is expected.
-- numerator: jacks, nines or aces dealt to him, of any suit
-- denominator: deals dealt with his hand known, passed out or not
-- question nl: Wordt er eerlijk gegeven? Te verwachten is één van elk per spel.
-- numerator nl: boeren, negens of azen die hij kreeg, van welke kleur ook
-- denominator nl: gegeven spellen waarvan zijn hand bekend is, rondgepast of niet
-- grain: seat
-- interval: known sd
-- chart: bar against the band, expected 1
-- smallest n: 20
-- sd: 0.823
SELECT site, game_id, deal_no, seat, side, rank AS class, count_rank(hand, rank) AS did, true AS chance
FROM chosen, unnest(['J', '9', 'A']) AS ranks(rank)
WHERE status IN ('complete', 'incomplete', 'passed_out') AND hand IS NOT NULL
