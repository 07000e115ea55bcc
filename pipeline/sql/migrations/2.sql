-- From schema 1: files that grow, comments, results of games, the fields of rule sets.
ALTER TABLE files ADD COLUMN mtime_ns BIGINT DEFAULT 0;
ALTER TABLE files ADD COLUMN resume_at UBIGINT DEFAULT 0;
ALTER TABLE files ADD COLUMN resume_line UINTEGER DEFAULT 0;
ALTER TABLE files ADD COLUMN resume_sha256 VARCHAR DEFAULT '';
ALTER TABLE files ADD COLUMN notes VARCHAR DEFAULT '';
ALTER TABLE deals ADD COLUMN comments STRUCT(card_no UTINYINT, text VARCHAR)[];

CREATE TABLE matches (
    site VARCHAR NOT NULL,
    game_id VARCHAR NOT NULL,
    counting UINTEGER NOT NULL,
    is_over BOOLEAN,
    winner VARCHAR,
    logged_winner VARCHAR
);

CREATE TABLE rulesets (
    rules VARCHAR NOT NULL,
    custom VARCHAR NOT NULL,
    bidding VARCHAR NOT NULL,
    must_hold_trump VARCHAR NOT NULL,
    first_lead VARCHAR NOT NULL,
    redeal_dealer VARCHAR NOT NULL,
    deal_packets VARCHAR NOT NULL,
    partner_exempt VARCHAR NOT NULL,
    undertrump VARCHAR NOT NULL,
    undertrump_partner VARCHAR NOT NULL,
    overtrump_on_lead VARCHAR NOT NULL,
    roem_scope VARCHAR NOT NULL,
    roem_claim VARCHAR NOT NULL,
    roem_claimant VARCHAR NOT NULL,
    run3 INTEGER NOT NULL,
    run4 INTEGER NOT NULL,
    stuk INTEGER NOT NULL,
    quad_points INTEGER NOT NULL,
    four_jacks INTEGER NOT NULL,
    quad_ranks VARCHAR NOT NULL,
    nat_rule VARCHAR NOT NULL,
    nat_counts_roem VARCHAR NOT NULL,
    nat_transfers_roem VARCHAR NOT NULL,
    pit_declarer INTEGER NOT NULL,
    pit_defender INTEGER NOT NULL,
    slot_bonus INTEGER NOT NULL,
    slot_with_pit VARCHAR NOT NULL,
    penalty_points VARCHAR NOT NULL,
    penalty_bonus INTEGER NOT NULL,
    penalty_roem VARCHAR NOT NULL,
    rounds INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    tiebreak_deals INTEGER NOT NULL,
    target INTEGER NOT NULL
);

CREATE TABLE aliases (
    site VARCHAR,
    name VARCHAR NOT NULL,
    person VARCHAR NOT NULL
);
