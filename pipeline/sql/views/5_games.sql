CREATE OR REPLACE VIEW games AS
SELECT
    site, game_id,
    min(played_at) AS started_at,
    count(*) AS deals,
    any_value(matches.counting) AS counting,
    count(*) FILTER (status = 'complete') AS complete,
    count(*) FILTER (is_nat) AS nat,
    count(*) FILTER (is_pit) AS pit,
    arg_min(north, deal_no) AS north,
    arg_min(east, deal_no) AS east,
    arg_min(south, deal_no) AS south,
    arg_min(west, deal_no) AS west,
    arg_min(rules, deal_no) AS rules,
    arg_min(custom, deal_no) AS custom,
    any_value(matches.is_over) AS is_over,
    any_value(matches.winner) AS winner,
    any_value(matches.logged_winner) AS logged_winner,
    coalesce(sum(official(score_ns, ruled_ns, ruled_ns, ruled_ew, logged_verzaakt)), 0) AS score_ns,
    coalesce(sum(official(score_ew, ruled_ew, ruled_ns, ruled_ew, logged_verzaakt)), 0) AS score_ew,
    sum(logged_score_ns) AS logged_score_ns,
    sum(logged_score_ew) AS logged_score_ew,
    sum(violations) AS violations
FROM deals LEFT JOIN matches USING (site, game_id)
GROUP BY site, game_id;
COMMENT ON VIEW games IS 'one row a game: recomputed totals and winner, proven revokes that the site ruled on with their penalty, and the logged ones beside; counting is the deals that count';

CREATE OR REPLACE VIEW rounds AS
WITH counted AS (
    SELECT
        deals.*,
        rulesets.deals AS length,
        rulesets.rounds AS rounds,
        greatest(count(*) FILTER (void IS NULL) OVER (PARTITION BY site, game_id ORDER BY deal_no), 1) AS counting
    FROM deals JOIN rulesets USING (rules, custom)
)
SELECT
    site, game_id,
    -- Extra deals after a tie belong to the last round; without a number of deals there is one round.
    CASE WHEN length = 0 THEN 1 ELSE least((counting - 1) // length + 1, greatest(rounds, 1)) END AS round_no,
    count(*) AS deals,
    coalesce(sum(official(score_ns, ruled_ns, ruled_ns, ruled_ew, logged_verzaakt)), 0) AS score_ns,
    coalesce(sum(official(score_ew, ruled_ew, ruled_ns, ruled_ew, logged_verzaakt)), 0) AS score_ew,
    sum(logged_score_ns) AS logged_score_ns,
    sum(logged_score_ew) AS logged_score_ew
FROM counted
GROUP BY site, game_id, round_no;
COMMENT ON VIEW rounds IS 'subtotals of the rounds of a game, each as long as its rules say in deals that count';

CREATE OR REPLACE VIEW players AS
SELECT
    string_agg(DISTINCT site, ', ' ORDER BY site) AS site, player,
    count(*) AS deals,
    count(DISTINCT (site, game_id)) AS games,
    count(*) FILTER (is_declarer) AS declared,
    count(*) FILTER (nat_chance AND is_declarer) AS nat_chances,
    count(*) FILTER (nat_did AND is_declarer) AS nats,
    sum(score) AS score,
    sum(score_against) AS score_against
FROM seats
WHERE is_person
GROUP BY person_site, player;
COMMENT ON VIEW players IS 'one row a site and person, one a person whose names on several sites are joined; seats named after a place or a computer are left out';
