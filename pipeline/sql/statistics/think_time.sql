-- number: 57
-- group: volume
-- name en: Thinking time
-- name nl: Denktijd
-- question: How long does he think, by the cards he might play and by the trick?
-- numerator: milliseconds that he thought, where they are logged; the value is in seconds
-- denominator: cards that he played with so many legal ones; by trick only those that were a choice; a mean, as sums of games make no median
-- grain: play
-- interval: bootstrap
-- chart: distribution
-- smallest n: 20
-- per: 0.001
SELECT site, game_id, deal_no, seat, side, unnest([
        if(n_legal = 1, '1 legal card', n_legal || ' legal cards'), if(n_legal > 1, 'trick ' || trick_no || ', by choice', NULL)
    ]) AS class,
    think_ms AS did, 1 AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE think_ms IS NOT NULL
