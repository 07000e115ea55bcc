CREATE OR REPLACE VIEW seats AS
WITH by_seat AS (
    SELECT
        *,
        unnest(['N', 'E', 'S', 'W']) AS seat,
        unnest([north, east, south, west]) AS player,
        unnest([south, west, north, east]) AS partner,
        unnest([north_hand, east_hand, south_hand, west_hand]) AS hand,
        unnest(['NS', 'EW', 'NS', 'EW']) AS side,
        official(score_ns, ruled_ns, ruled_ns, ruled_ew, logged_verzaakt) AS official_ns,
        official(score_ew, ruled_ew, ruled_ns, ruled_ew, logged_verzaakt) AS official_ew
    FROM deals
),
-- An alias of the site goes before one of all sites.
named AS (
    SELECT
        by_seat.* EXCLUDE (player, partner),
        coalesce(mine.person, anywhere.person, by_seat.player) AS player,
        coalesce(partners.person, partners_anywhere.person, by_seat.partner) AS partner,
        by_seat.player AS logged_player,
        coalesce(mine.person, anywhere.person) IS NOT NULL AS is_alias
    FROM by_seat
    LEFT JOIN aliases mine ON mine.name = by_seat.player AND mine.site = by_seat.site
    LEFT JOIN aliases anywhere ON anywhere.name = by_seat.player AND anywhere.site IS NULL
    LEFT JOIN aliases partners ON partners.name = by_seat.partner AND partners.site = by_seat.site
    LEFT JOIN aliases partners_anywhere ON partners_anywhere.name = by_seat.partner AND partners_anywhere.site IS NULL
)
SELECT
    site, game_id, deal_no, board, played_at, rules, custom, status,
    seat, side, player, partner, logged_player,
    -- Two sites may each have a Jan: they are one person only where an alias says so, also for the name itself.
    if(is_alias OR EXISTS (FROM aliases WHERE aliases.person = player), '', site) AS person_site,
    contains(bots, seat) AS is_bot,
    contains(bots, translate(seat::VARCHAR, 'NESW', 'SWNE')) AS partner_is_bot,
    is_person(player) AND NOT contains(bots, seat) AS is_person,
    trump, hand,
    declarer = seat AS is_declarer,
    declarer = side OR (declarer IN ('N', 'S') AND side = 'NS') OR (declarer IN ('E', 'W') AND side = 'EW') AS is_declaring,
    status = 'complete' AND is_declaring AS nat_chance,
    nat_chance AND is_nat AS nat_did,
    status = 'complete' AS pit_chance,
    pit_chance AND is_pit AND (CASE side WHEN 'NS' THEN tricks_ns ELSE tricks_ew END) = 8 AS pit_did,
    len(list_filter(winners, lambda winner: winner::VARCHAR = seat)) AS tricks_won,
    CASE side WHEN 'NS' THEN points_ns ELSE points_ew END AS points,
    CASE side WHEN 'NS' THEN roem_ns ELSE roem_ew END AS roem,
    CASE side WHEN 'NS' THEN score_ns ELSE score_ew END AS score,
    CASE side WHEN 'NS' THEN score_ew ELSE score_ns END AS score_against,
    CASE side WHEN 'NS' THEN official_ns ELSE official_ew END AS official_score,
    CASE side WHEN 'NS' THEN official_ew ELSE official_ns END AS official_score_against,
    CASE side WHEN 'NS' THEN logged_score_ns ELSE logged_score_ew END AS logged_score,
    CASE side WHEN 'NS' THEN logged_score_ew ELSE logged_score_ns END AS logged_score_against
FROM named;
COMMENT ON VIEW seats IS 'one row a deal and seat, player by the name that aliases give; a did column counts within the chance column of the same name';
