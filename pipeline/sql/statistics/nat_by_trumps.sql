-- number: 48
-- group: hand
-- name en: Nat, by trumps held
-- name nl: Nat, naar troeven in de hand
-- question: How many trumps does it take, and which?
-- numerator: deals that he declared and was nat in
-- denominator: complete deals that he declared with so many trumps and the jack, the nine, both or neither of them, by rules that know nat
-- question nl: Hoeveel troeven zijn er nodig, en welke?
-- numerator nl: spellen die hij speelde en waarin hij nat ging
-- denominator nl: uitgespeelde spellen die hij speelde met zoveel troeven, met boer, nel, allebei of geen van beide, bij regels waarin men nat kan gaan
-- grain: seat
-- interval: wilson
-- chart: heatmap with n in each cell
-- smallest n: 20
SELECT
    site, game_id, deal_no, seat, side,
    count_suit(hand, trump) || ' ' || CASE
        WHEN holds(hand, 'J', trump) AND holds(hand, '9', trump) THEN 'J9'
        WHEN holds(hand, 'J', trump) THEN 'J'
        WHEN holds(hand, '9', trump) THEN '9'
        ELSE 'neither'
    END AS class,
    nat_did AS did, nat_chance AS chance
FROM chosen JOIN rulesets USING (rules, custom)
WHERE is_declarer AND nat_rule <> 'none' AND hand IS NOT NULL
