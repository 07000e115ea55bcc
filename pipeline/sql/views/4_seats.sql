-- The rows of the view seats of the deals in which somebody plays under one of some names as logged, NULL for all deals.
CREATE OR REPLACE MACRO seats_among(names) AS TABLE
-- What is the same for all four seats is found once a deal.
WITH bid AS (
    SELECT
        deals.*,
        rulesets.bidding, rulesets.must_hold_trump,
        turned[1][-1] AS first_turned,
        list_filter(turned, lambda card: card[-1] <> turned[1][-1])[1][-1] AS second_turned,
        -- A log may name who called. Calls out of turn are a finding; here they count as the calls of those whose turn it was.
        seat_number(if(contains(bids[1], ':'), bids[1][1], speaker_of(rulesets.bidding, dealer))) AS first_speaker,
        bids IS NOT NULL AND status IN ('complete', 'incomplete', 'passed_out') AS bids_known
    FROM deals LEFT JOIN rulesets USING (rules, custom)
    WHERE names IS NULL OR north IN names OR east IN names OR south IN names OR west IN names
),
-- An alias of the site goes before one of all sites.
named AS (
    SELECT
        bid.*,
        official(score_ns, ruled_ns, ruled_ns, ruled_ew, logged_verzaakt) AS official_ns,
        official(score_ew, ruled_ew, ruled_ns, ruled_ew, logged_verzaakt) AS official_ew,
        if(NOT suffix(bids[-1], 'pass'), len(bids) - 1, NULL) AS chosen_at,
        [
            coalesce(n_here.person, n_all.person, north), coalesce(e_here.person, e_all.person, east),
            coalesce(s_here.person, s_all.person, south), coalesce(w_here.person, w_all.person, west)
        ] AS persons,
        [
            coalesce(n_here.person, n_all.person) IS NOT NULL, coalesce(e_here.person, e_all.person) IS NOT NULL,
            coalesce(s_here.person, s_all.person) IS NOT NULL, coalesce(w_here.person, w_all.person) IS NOT NULL
        ] AS renamed,
        [
            is_person(persons[1]) AND NOT contains(bots, 'N'), is_person(persons[2]) AND NOT contains(bots, 'E'),
            is_person(persons[3]) AND NOT contains(bots, 'S'), is_person(persons[4]) AND NOT contains(bots, 'W')
        ] AS people,
        substr('NESW', list_position(people, true), 1) AS first_person,
        list_position(plays::UTINYINT[], (8 * strpos('CDHS', trump::VARCHAR) - 3)::UTINYINT) AS queen_at,
        list_position(plays::UTINYINT[], (8 * strpos('CDHS', trump::VARCHAR) - 2)::UTINYINT) AS king_at,
        list_position(plays::UTINYINT[], (8 * strpos('CDHS', trump::VARCHAR) - 6)::UTINYINT) AS nine_at,
        list_position(plays::UTINYINT[], (8 * strpos('CDHS', trump::VARCHAR) - 4)::UTINYINT) AS jack_at,
        if((queen_at - 1) // 4 = (king_at - 1) // 4, side_of(winners[(queen_at - 1) // 4 + 1]), NULL) AS stuk_side,
        list_sum([if(winners[trick] IN ('N', 'S'), trick_points[trick], 0) FOR trick IN range(1, 6)]) AS early_ns,
        list_sum([if(winners[trick] IN ('E', 'W'), trick_points[trick], 0) FOR trick IN range(1, 6)]) AS early_ew,
        list_count(winners)::UTINYINT AS complete_tricks,
        tricks_with(trick_roem_kinds, complete_tricks, 1)::UTINYINT AS tricks_run3,
        tricks_with(trick_roem_kinds, complete_tricks, 2)::UTINYINT AS tricks_run4,
        tricks_with(trick_roem_kinds, complete_tricks, 4)::UTINYINT AS tricks_stuk,
        tricks_with(trick_roem_kinds, complete_tricks, 8)::UTINYINT AS tricks_quad
    FROM bid
    LEFT JOIN aliases n_here ON n_here.name = north AND n_here.site = bid.site
    LEFT JOIN aliases n_all ON n_all.name = north AND n_all.site IS NULL
    LEFT JOIN aliases e_here ON e_here.name = east AND e_here.site = bid.site
    LEFT JOIN aliases e_all ON e_all.name = east AND e_all.site IS NULL
    LEFT JOIN aliases s_here ON s_here.name = south AND s_here.site = bid.site
    LEFT JOIN aliases s_all ON s_all.name = south AND s_all.site IS NULL
    LEFT JOIN aliases w_here ON w_here.name = west AND w_here.site = bid.site
    LEFT JOIN aliases w_all ON w_all.name = west AND w_all.site IS NULL
),
by_seat AS (
    SELECT
        *,
        unnest(['N', 'E', 'S', 'W']) AS seat,
        unnest([north, east, south, west]) AS logged_player,
        unnest(persons) AS player,
        unnest(renamed) AS is_alias,
        unnest(people) AS is_person,
        unnest([people[3], people[4], people[1], people[2]]) AS partner_is_person,
        unnest([persons[3], persons[4], persons[1], persons[2]]) AS partner,
        unnest([persons[2], persons[3], persons[4], persons[1]]) AS left_opponent,
        unnest([persons[4], persons[1], persons[2], persons[3]]) AS right_opponent,
        unnest([north_hand, east_hand, south_hand, west_hand]) AS hand,
        unnest([south_hand, west_hand, north_hand, east_hand]) AS partner_hand,
        unnest(['NS', 'EW', 'NS', 'EW']) AS side
    FROM named
)
SELECT
    site, game_id, deal_no, board, played_at, rules, custom, status, violations,
    seat, side, player, partner, left_opponent, right_opponent, logged_player,
    -- Two sites may each have a Jan: they are one person only where an alias says so, also for the name itself.
    if(is_alias OR EXISTS (FROM aliases WHERE aliases.person = player), '', site) AS person_site,
    contains(bots, seat) AS is_bot,
    contains(bots, translate(seat::VARCHAR, 'NESW', 'SWNE')) AS partner_is_bot,
    is_person, partner_is_person, first_person,
    dealer, declarer, trump, hand, partner_hand, first_turned, second_turned,
    (seat_number(seat) - seat_number(dealer) + 3) % 4 + 1 AS position,
    declarer = seat AS is_declarer,
    declarer = side OR side_of(declarer) IS NOT DISTINCT FROM side AS is_declaring,
    -- Where only the declaring side is known, nobody has a role.
    CASE WHEN declarer IN ('N', 'E', 'S', 'W')
        THEN ['declarer', 'lho', 'partner', 'rho'][(seat_number(seat) - seat_number(declarer) + 4) % 4 + 1] END AS role,
    -- The number of his first call, from 0; he may be asked again four calls later.
    if(bids_known, (seat_number(seat) - first_speaker + 4) % 4, NULL) AS turn,
    if(chosen_at % 4 = turn, chosen_at, NULL) AS chose_at,
    coalesce(turn < len(bids) AND may_pass(bidding, turn)
        AND may_play(bidding, must_hold_trump, turn, first_turned, second_turned, hand), false) AS first_call_chance,
    first_call_chance AND coalesce(chose_at = turn, false) AS first_call_did,
    coalesce(turn + 4 < len(bids) AND may_pass(bidding, turn + 4)
        AND may_play(bidding, must_hold_trump, turn + 4, first_turned, second_turned, hand), false) AS second_call_chance,
    second_call_chance AND coalesce(chose_at = turn + 4, false) AS second_call_did,
    first_call_chance OR second_call_chance AS play_chance,
    first_call_did OR second_call_did AS play_did,
    coalesce(forced_call(bidding) % 4 = turn, false) AS forced_chance,
    forced_chance AND coalesce(chose_at = forced_call(bidding), false) AS forced_did,
    CASE
        WHEN NOT is_declarer OR chose_at IS NULL THEN NULL
        WHEN play_did THEN 'free'
        WHEN NOT may_pass(bidding, chose_at) THEN 'forced'
    END AS choice,
    status = 'complete' AND is_declaring AS nat_chance,
    nat_chance AND is_nat AS nat_did,
    status = 'complete' AND NOT is_declaring AS nat_forced_chance,
    nat_forced_chance AND is_nat AS nat_forced_did,
    status = 'complete' AS pit_chance,
    pit_chance AND is_pit AND (CASE side WHEN 'NS' THEN tricks_ns ELSE tricks_ew END) = 8 AS pit_did,
    pit_chance AND is_pit AND (CASE side WHEN 'NS' THEN tricks_ew ELSE tricks_ns END) = 8 AS pit_against_did,
    stuk_side IS NOT NULL AS stuk_chance,
    stuk_chance AND stuk_side = side AS stuk_did,
    status = 'complete' AS last_trick_chance,
    last_trick_chance AND side_of(winners[8]) = side AS last_trick_did,
    side_of(seats[nine_at]) = side AND side_of(seats[jack_at]) <> side AND winners[(nine_at - 1) // 4 + 1] IS NOT NULL AS nine_chance,
    nine_chance AND side_of(winners[(nine_at - 1) // 4 + 1]) <> side AS nine_did,
    winners, trick_roem_kinds, complete_tricks, tricks_run3, tricks_run4, tricks_stuk, tricks_quad,
    len(list_filter(winners, lambda winner: winner::VARCHAR = seat)) AS tricks_won,
    len(list_filter(seats, lambda player_at: player_at::VARCHAR = seat)) AS cards_played,
    CASE side WHEN 'NS' THEN early_ns ELSE early_ew END AS points_after_five,
    CASE side WHEN 'NS' THEN points_ns ELSE points_ew END AS points,
    CASE side WHEN 'NS' THEN points_ew ELSE points_ns END AS points_against,
    CASE side WHEN 'NS' THEN roem_ns ELSE roem_ew END AS roem,
    CASE side WHEN 'NS' THEN roem_ew ELSE roem_ns END AS roem_against,
    CASE side WHEN 'NS' THEN score_ns ELSE score_ew END AS score,
    CASE side WHEN 'NS' THEN score_ew ELSE score_ns END AS score_against,
    CASE side WHEN 'NS' THEN official_ns ELSE official_ew END AS official_score,
    CASE side WHEN 'NS' THEN official_ew ELSE official_ns END AS official_score_against,
    CASE side WHEN 'NS' THEN logged_score_ns ELSE logged_score_ew END AS logged_score,
    CASE side WHEN 'NS' THEN logged_score_ew ELSE logged_score_ns END AS logged_score_against
FROM by_seat;

CREATE OR REPLACE VIEW seats AS SELECT * FROM seats_among(NULL::VARCHAR[]);
COMMENT ON VIEW seats IS 'one row a deal and seat, player by the name that aliases give; a did column counts within the chance column of the same name; calls count from 0';
