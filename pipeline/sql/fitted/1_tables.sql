CREATE TABLE about (
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);

CREATE TABLE luck (
    site VARCHAR NOT NULL,
    game_id VARCHAR NOT NULL,
    deal_no UINTEGER NOT NULL,
    result_ns INTEGER NOT NULL,
    luck_ns DECIMAL(8, 2),
    bidding_ns DECIMAL(8, 2),
    play_ns DECIMAL(8, 2),
    adjusted_ns DECIMAL(8, 2),
    nat_expected DOUBLE,
    promise DOUBLE[],
    promise_tenth UTINYINT[],
    best_suit VARCHAR,
    tables UINTEGER NOT NULL,
    others_ns DOUBLE,
    matchpoints_ns DOUBLE
);
COMMENT ON TABLE luck IS 'one row a complete deal with a score; luck, bidding and play add up to the result, all for North and South over East and West; promise, its tenth among all hands and the best suit are those of the seats N E S W';

CREATE TABLE strength (
    person_site VARCHAR NOT NULL,
    player VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    sites VARCHAR[] NOT NULL,
    deals UINTEGER NOT NULL,
    games UINTEGER NOT NULL,
    value DOUBLE NOT NULL,
    error DOUBLE NOT NULL,
    low DOUBLE NOT NULL,
    high DOUBLE NOT NULL,
    form DOUBLE NOT NULL,
    form_error DOUBLE NOT NULL,
    league UINTEGER NOT NULL,
    league_players UINTEGER NOT NULL,
    partner VARCHAR,
    partner_share DOUBLE,
    mu DOUBLE NOT NULL,
    sigma DOUBLE NOT NULL,
    rated_games UINTEGER NOT NULL
);
COMMENT ON TABLE strength IS 'one row a player: points a deal that he is worth to his side, 0 the average of his league, with the interval of 95 %; those of different leagues never met and are not compared';

CREATE TABLE pairs (
    person_site VARCHAR NOT NULL,
    player VARCHAR NOT NULL,
    partner_site VARCHAR NOT NULL,
    partner VARCHAR NOT NULL,
    deals UINTEGER NOT NULL,
    value DOUBLE NOT NULL,
    error DOUBLE NOT NULL,
    low DOUBLE NOT NULL,
    high DOUBLE NOT NULL,
    is_told_apart BOOLEAN NOT NULL
);
COMMENT ON TABLE pairs IS 'one row a pair with enough deals: points a deal beyond what both are worth';

CREATE TABLE course (
    person_site VARCHAR NOT NULL,
    player VARCHAR NOT NULL,
    what VARCHAR NOT NULL,
    games_before UINTEGER NOT NULL,
    reached_at TIMESTAMP,
    deals UINTEGER,
    value DOUBLE NOT NULL,
    error DOUBLE NOT NULL
);
COMMENT ON TABLE course IS 'one row a player and point in time: his form, points a deal, with its standard error, or his rating (mu and sigma)';

CREATE TABLE population (
    statistic VARCHAR NOT NULL,
    class VARCHAR NOT NULL,
    n BIGINT NOT NULL,
    numerator DOUBLE NOT NULL,
    denominator DOUBLE NOT NULL
);
COMMENT ON TABLE population IS 'one row a statistic and class: the sums of everybody over all deals';
