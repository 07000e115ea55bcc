-- number: 57
-- group: volume
-- name en: Thinking time
-- name nl: Denktijd
-- question: How long does he think, by the cards he might play and by the trick?
-- numerator: milliseconds that he thought, where they are logged; the value is in seconds
-- denominator: cards that he played with so many legal ones; by trick only those that were a choice; a mean, as sums of games make no median
-- question nl: Hoe lang denkt hij na, naar het aantal kaarten dat hij mag spelen en naar de slag?
-- numerator nl: milliseconden die hij nadacht, waar ze in de log staan; de waarde is in seconden
-- denominator nl: kaarten die hij speelde met zoveel toegestane kaarten; per slag alleen waar er iets te kiezen was; een gemiddelde, want sommen van partijen geven geen mediaan
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
