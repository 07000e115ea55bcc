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

CREATE OR REPLACE MACRO seat_number(seat) AS strpos('NESW', seat::VARCHAR) - 1;

CREATE OR REPLACE MACRO side_of(seat) AS CASE WHEN seat IN ('N', 'S') THEN 'NS' WHEN seat IN ('E', 'W') THEN 'EW' END;

-- Bidding as replay.bidding has it (R10), which a test compares: calls count from 0.
CREATE OR REPLACE MACRO may_pass(bidding, call_no) AS
    call_no < CASE bidding
        WHEN 'first_must_choose' THEN 0
        WHEN 'pass_dealer_last_forced' THEN 3
        WHEN 'turned_then_free_dealer_forced' THEN 7
        WHEN 'pass_first_forced' THEN 4
        WHEN 'pass_dealer_first_forced' THEN 4
        ELSE 8
    END;

-- The call at which somebody has to play, NULL where nobody can be forced, or one always is.
CREATE OR REPLACE MACRO forced_call(bidding) AS
    CASE bidding
        WHEN 'first_must_choose' THEN NULL
        WHEN 'turned_turned_redeal' THEN NULL
        WHEN 'pass_dealer_last_forced' THEN 3
        WHEN 'turned_then_free_dealer_forced' THEN 7
        WHEN 'pass_first_forced' THEN 4
        WHEN 'pass_dealer_first_forced' THEN 4
        ELSE 8
    END;

CREATE OR REPLACE MACRO speaker_of(bidding, dealer) AS
    substr('NESW', (seat_number(dealer) + if(bidding = 'pass_dealer_first_forced', 0, 1)) % 4 + 1, 1);

CREATE OR REPLACE MACRO suit_cards(suit) AS (255::UINTEGER << (8 * (strpos('CDHS', suit) - 1)))::UINTEGER;

-- Whether a caller who may pass may also play: where he must hold the suit (R11), it depends on his cards, NULL if these
-- or the turned suits are not known.
CREATE OR REPLACE MACRO may_play(bidding, must_hold, call_no, first_turned, second_turned, hand) AS
    CASE
        WHEN must_hold = 'no' OR NOT contains(bidding, 'turned') THEN true
        WHEN bidding = 'turned_then_free_dealer_forced' AND call_no >= 4 THEN hand & ~suit_cards(first_turned) <> 0
        WHEN call_no < 4 THEN hand & suit_cards(first_turned) <> 0
        ELSE hand & suit_cards(second_turned) <> 0
    END;

-- Of a hand as a set of cards: how many of a suit, how many of a rank, and whether one card is among them.
CREATE OR REPLACE MACRO count_suit(hand, suit) AS bit_count(hand & suit_cards(suit::VARCHAR));
CREATE OR REPLACE MACRO count_rank(hand, rank) AS bit_count(hand & (16843009::UINTEGER << (strpos('789TJQKA', rank) - 1))::UINTEGER);
CREATE OR REPLACE MACRO holds(hand, rank, suit) AS
    (hand >> (8 * (strpos('CDHS', suit::VARCHAR) - 1) + strpos('789TJQKA', rank) - 1)) & 1 = 1;

-- What cards are worth before there is a trump: the points of each, averaged over the four suits that may become it.
CREATE OR REPLACE MACRO points_before_trump(hand) AS
    11.0::DOUBLE * count_rank(hand, 'A') + 10 * count_rank(hand, 'T') + 6.5::DOUBLE * count_rank(hand, 'J')
    + 4 * count_rank(hand, 'K') + 3.5::DOUBLE * count_rank(hand, '9') + 3 * count_rank(hand, 'Q');

CREATE OR REPLACE MACRO suit_mask(suit_number) AS (255::UINTEGER << (8 * suit_number))::UINTEGER;

-- The kind of card that is led, the first that fits: of a hand as it was before, and a trump suit 0-3.
CREATE OR REPLACE MACRO lead_class(card, held, trump) AS
    CASE
        WHEN card // 8 = trump THEN if(card % 8 = 4, 'jack of trumps', 'other trump')
        WHEN card % 8 = 7 THEN 'ace'
        WHEN card % 8 IN (3, 6) THEN 'ten or king'
        WHEN (held >> (8 * (card // 8) + 7)) & 1 = 1 THEN 'low from an ace'
        WHEN bit_count(held & suit_mask(card // 8)) = 1 THEN 'singleton'
        ELSE 'other'
    END;

-- The suits that a call may make trump; turned suits as may_play has them.
CREATE OR REPLACE MACRO suits_on_offer(bidding, call_no, first_turned, second_turned) AS
    CASE
        WHEN NOT contains(bidding, 'turned') THEN ['C', 'D', 'H', 'S']
        WHEN bidding = 'turned_then_free_dealer_forced' AND call_no >= 4
            THEN list_filter(['C', 'D', 'H', 'S'], lambda suit: suit <> first_turned)
        WHEN call_no < 4 THEN [first_turned]
        ELSE [second_turned]
    END;

-- Of some suits those that a hand should be played in by the book: with jack and nine, or the jack and three more.
CREATE OR REPLACE MACRO suits_to_call(hand, suits) AS
    list_filter(suits, lambda suit: holds(hand, 'J', suit) AND (holds(hand, '9', suit) OR count_suit(hand, suit) >= 4));
