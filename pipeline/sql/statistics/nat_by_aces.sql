-- number: 49
-- group: hand
-- name en: Nat, by side aces held
-- name nl: Nat, naar azen naast troef
-- question: Do aces beside the trumps make the difference?
-- numerator: deals that he declared and was nat in
-- denominator: complete deals that he declared with so many aces that are no trumps, by rules that know nat; apart: by the number of trumps too
-- question nl: Maken azen naast troef het verschil?
-- numerator nl: spellen die hij speelde en waarin hij nat ging
-- denominator nl: uitgespeelde spellen die hij speelde met zoveel azen die geen troef zijn, bij regels waarin men nat kan gaan; apart: ook naar het aantal troeven
-- grain: seat
-- interval: wilson
-- chart: lines by number of trumps
-- smallest n: 20
SELECT
    site, game_id, deal_no, seat, side, unnest([aces, aces || ', ' || trumps || if(trumps = 1, ' trump', ' trumps')]) AS class,
    nat_did AS did, nat_chance AS chance
FROM (
    SELECT
        *, count_suit(hand, trump) AS trumps, count_rank(hand & ~suit_cards(trump::VARCHAR), 'A') AS side_aces,
        side_aces || if(side_aces = 1, ' ace', ' aces') AS aces
    FROM chosen JOIN rulesets USING (rules, custom)
    WHERE is_declarer AND nat_rule <> 'none' AND hand IS NOT NULL
)
