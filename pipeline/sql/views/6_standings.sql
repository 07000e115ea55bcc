-- One row a game and person who played in it, with what his side scored in the deals that he played.
CREATE OR REPLACE VIEW evenings AS
SELECT
    seats.site, seats.game_id, seats.player,
    any_value(games.started_at) AS started_at,
    CASE WHEN count(DISTINCT seats.partner) = 1 THEN any_value(seats.partner) END AS partner,
    count(*) FILTER (seats.status IN ('complete', 'incomplete')) AS deals,
    count(*) FILTER (seats.status = 'complete' AND seats.score IS NOT NULL) AS scored,
    coalesce(sum(seats.score), 0) AS score,
    coalesce(sum(seats.score_against), 0) AS score_against,
    sum(seats.logged_score) AS logged_score,
    sum(seats.logged_score_against) AS logged_score_against,
    coalesce(sum(seats.score - seats.logged_score), 0) AS correction,
    -- Who changed sides during a game neither won nor lost it.
    CASE WHEN count(DISTINCT seats.side) = 1 THEN CASE any_value(games.winner)
        WHEN 'draw' THEN 'drawn' WHEN any_value(seats.side) THEN 'won' ELSE if(any_value(games.winner) IS NULL, NULL, 'lost') END END AS result,
    CASE WHEN count(DISTINCT seats.side) = 1 THEN CASE any_value(games.logged_winner)
        WHEN 'draw' THEN 'drawn' WHEN any_value(seats.side) THEN 'won' ELSE if(any_value(games.logged_winner) IS NULL, NULL, 'lost') END END AS logged_result
FROM seats JOIN games USING (site, game_id)
WHERE seats.is_person
GROUP BY seats.site, seats.game_id, seats.player;
COMMENT ON VIEW evenings IS 'one row a game and person: score of the side in the deals he played, won, drawn or lost, as recomputed and as logged; correction is recomputed less logged over the deals where both are known';

-- The table of a competition: the games of a site (NULL: all) from one day to another, both included (NULL: open).
CREATE OR REPLACE MACRO standings(of_site, since, until) AS TABLE
SELECT
    rank() OVER (ORDER BY sum(score) DESC) AS place,
    site, player,
    count(*) AS games,
    count(*) FILTER (result = 'won') AS won,
    count(*) FILTER (result = 'drawn') AS drawn,
    count(*) FILTER (result = 'lost') AS lost,
    count(*) FILTER (logged_result = 'won') AS logged_won,
    sum(deals)::BIGINT AS deals,
    sum(scored)::BIGINT AS scored,
    sum(score)::BIGINT AS score,
    sum(score_against)::BIGINT AS score_against,
    sum(logged_score)::BIGINT AS logged_score,
    sum(logged_score_against)::BIGINT AS logged_score_against,
    sum(correction)::BIGINT AS correction,
    rank() OVER (ORDER BY sum(logged_score) DESC NULLS LAST) AS logged_place
FROM evenings
WHERE (of_site IS NULL OR site = of_site)
    AND (since IS NULL OR started_at >= since::DATE)
    AND (until IS NULL OR started_at < until::DATE + 1)
GROUP BY site, player
ORDER BY place, site, player;

-- The same for pairs who played whole games together.
CREATE OR REPLACE MACRO pair_standings(of_site, since, until) AS TABLE
SELECT
    rank() OVER (ORDER BY sum(score) DESC) AS place,
    site, player, partner,
    count(*) AS games,
    count(*) FILTER (result = 'won') AS won,
    count(*) FILTER (result = 'drawn') AS drawn,
    count(*) FILTER (result = 'lost') AS lost,
    count(*) FILTER (logged_result = 'won') AS logged_won,
    sum(deals)::BIGINT AS deals,
    sum(scored)::BIGINT AS scored,
    sum(score)::BIGINT AS score,
    sum(score_against)::BIGINT AS score_against,
    sum(logged_score)::BIGINT AS logged_score,
    sum(logged_score_against)::BIGINT AS logged_score_against,
    sum(correction)::BIGINT AS correction,
    rank() OVER (ORDER BY sum(logged_score) DESC NULLS LAST) AS logged_place
FROM evenings
WHERE player < partner AND is_person(partner)
    AND (of_site IS NULL OR site = of_site)
    AND (since IS NULL OR started_at >= since::DATE)
    AND (until IS NULL OR started_at < until::DATE + 1)
GROUP BY site, player, partner
ORDER BY place, site, player, partner;
