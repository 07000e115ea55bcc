-- One row a game and person who played in it, with what his side scored in the deals that he played.
CREATE OR REPLACE VIEW evenings AS
SELECT
    seats.site, seats.game_id, seats.player,
    any_value(seats.person_site) AS person_site,
    any_value(games.started_at) AS started_at,
    count(*) FILTER (seats.status IN ('complete', 'incomplete')) AS deals,
    count(seats.official_score) AS scored,
    coalesce(sum(seats.official_score), 0) AS score,
    coalesce(sum(seats.official_score_against), 0) AS score_against,
    sum(seats.logged_score) AS logged_score,
    sum(seats.logged_score_against) AS logged_score_against,
    coalesce(sum(seats.official_score - seats.logged_score), 0) AS correction,
    -- Who sat out a deal or changed sides neither won nor lost the game.
    if(count(DISTINCT seats.side) = 1 AND count(*) FILTER (seats.status IN ('complete', 'incomplete')) = any_value(games.counting),
        result_of(any_value(seats.side), any_value(games.winner)), NULL) AS result,
    if(count(DISTINCT seats.side) = 1 AND count(*) FILTER (seats.status IN ('complete', 'incomplete')) = any_value(games.counting),
        result_of(any_value(seats.side), any_value(games.logged_winner)), NULL) AS logged_result
FROM seats JOIN games USING (site, game_id)
WHERE seats.is_person
GROUP BY seats.site, seats.game_id, seats.player;
COMMENT ON VIEW evenings IS 'one row a game and person: score of the side in the deals he played, won, drawn or lost where he played them all, as recomputed and as logged; correction is recomputed less logged over the deals where both are known';

-- The same for pairs, over the deals that they played together.
CREATE OR REPLACE VIEW pair_evenings AS
SELECT
    seats.site, seats.game_id,
    least(seats.player, seats.partner) AS player,
    greatest(seats.player, seats.partner) AS partner,
    any_value(games.started_at) AS started_at,
    count(*) FILTER (seats.status IN ('complete', 'incomplete')) AS deals,
    count(seats.official_score) AS scored,
    coalesce(sum(seats.official_score), 0) AS score,
    coalesce(sum(seats.official_score_against), 0) AS score_against,
    sum(seats.logged_score) AS logged_score,
    sum(seats.logged_score_against) AS logged_score_against,
    coalesce(sum(seats.official_score - seats.logged_score), 0) AS correction,
    if(count(DISTINCT seats.side) = 1 AND count(*) FILTER (seats.status IN ('complete', 'incomplete')) = any_value(games.counting),
        result_of(any_value(seats.side), any_value(games.winner)), NULL) AS result,
    if(count(DISTINCT seats.side) = 1 AND count(*) FILTER (seats.status IN ('complete', 'incomplete')) = any_value(games.counting),
        result_of(any_value(seats.side), any_value(games.logged_winner)), NULL) AS logged_result
FROM seats JOIN games USING (site, game_id)
WHERE seats.is_person AND seats.partner_is_person AND seats.seat IN ('N', 'E')
GROUP BY ALL;
COMMENT ON VIEW pair_evenings IS 'one row a game and pair, over the deals that they played together';

-- The table of a competition: the games of a site (NULL: all) from one day to another, both included (NULL: open).
CREATE OR REPLACE MACRO standings(of_site, since, until) AS TABLE
SELECT
    rank() OVER (ORDER BY sum(score) DESC) AS place,
    string_agg(DISTINCT site, ', ' ORDER BY site) AS site, player,
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
    -- With the logged score in every deal that has one.
    rank() OVER (ORDER BY sum(score) - sum(correction) DESC) AS logged_place
FROM evenings
WHERE (of_site IS NULL OR site = of_site)
    AND (since IS NULL OR started_at >= since::DATE)
    AND (until IS NULL OR started_at < until::DATE + 1)
GROUP BY person_site, player
ORDER BY place, site, player;

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
    rank() OVER (ORDER BY sum(score) - sum(correction) DESC) AS logged_place
FROM pair_evenings
WHERE (of_site IS NULL OR site = of_site)
    AND (since IS NULL OR started_at >= since::DATE)
    AND (until IS NULL OR started_at < until::DATE + 1)
GROUP BY site, player, partner
ORDER BY place, site, player, partner;
