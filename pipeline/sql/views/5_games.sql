CREATE OR REPLACE VIEW games AS
SELECT
    site, game_id,
    min(played_at) AS started_at,
    count(*) AS deals,
    count(*) FILTER (status = 'complete') AS complete,
    count(*) FILTER (is_nat) AS nat,
    count(*) FILTER (is_pit) AS pit,
    arg_min(north, deal_no) AS north,
    arg_min(east, deal_no) AS east,
    arg_min(south, deal_no) AS south,
    arg_min(west, deal_no) AS west,
    arg_min(rules, deal_no) AS rules,
    coalesce(sum(score_ns), 0) AS score_ns,
    coalesce(sum(score_ew), 0) AS score_ew,
    sum(logged_score_ns) AS logged_score_ns,
    sum(logged_score_ew) AS logged_score_ew,
    sum(violations) AS violations
FROM deals
GROUP BY site, game_id;
COMMENT ON VIEW games IS 'one row a game: recomputed totals with the logged ones beside';

CREATE OR REPLACE VIEW rounds AS
SELECT
    site, game_id,
    (deal_no - 1) // 16 + 1 AS round_no,
    count(*) AS deals,
    coalesce(sum(score_ns), 0) AS score_ns,
    coalesce(sum(score_ew), 0) AS score_ew,
    sum(logged_score_ns) AS logged_score_ns,
    sum(logged_score_ew) AS logged_score_ew
FROM deals
GROUP BY site, game_id, round_no;
COMMENT ON VIEW rounds IS 'subtotals of every 16 deal numbers of a game';

CREATE OR REPLACE VIEW players AS
SELECT
    site, player,
    count(*) AS deals,
    count(DISTINCT game_id) AS games,
    count(*) FILTER (is_declarer) AS declared,
    count(*) FILTER (nat_chance AND is_declarer) AS nat_chances,
    count(*) FILTER (nat_did AND is_declarer) AS nats,
    sum(score) AS score,
    sum(score_against) AS score_against
FROM seats
WHERE is_person
GROUP BY site, player;
COMMENT ON VIEW players IS 'one row a site and person; seats named after a place or a computer are left out';
