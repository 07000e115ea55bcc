CREATE OR REPLACE MACRO card_text(card) AS
    substr('789TJQKA', card % 8 + 1, 1) || substr('CDHS', card // 8 + 1, 1);

CREATE OR REPLACE MACRO hand_text(hand) AS
    array_to_string([card_text(card) FOR card IN range(32) IF (hand >> card) & 1 = 1], ' ');

-- A name that says nothing about who played: the log's own words for a seat or a computer.
CREATE OR REPLACE MACRO is_person(name) AS
    name IS NOT NULL
    AND NOT regexp_matches(
        lower(trim(name)),
        '^(you|me|jij|ik|u|north|east|south|west|noord|oost|zuid|n|e|s|w|(bot|computer|cpu|player|speler|guest|gast|robot)[ _-]?[0-9]*)$'
    );

-- What a deal is worth in a game: as played, or with the penalty where the site ruled on a revoke that is proven.
-- ruled is 0 for the side that revoked.
CREATE OR REPLACE MACRO official(played, penalised, ruled_ns, ruled_ew, verzaakt) AS
    CASE
        WHEN verzaakt IN ('N', 'S', 'NS') AND ruled_ns = 0 THEN penalised
        WHEN verzaakt IN ('E', 'W', 'EW') AND ruled_ew = 0 THEN penalised
        ELSE played
    END;

CREATE OR REPLACE MACRO result_of(side, winner) AS
    CASE WHEN winner IS NULL THEN NULL WHEN winner = 'draw' THEN 'drawn' WHEN winner = side THEN 'won' ELSE 'lost' END;
