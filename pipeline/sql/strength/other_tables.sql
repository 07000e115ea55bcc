-- Every deal with the same four hands, seen from the dealer, by the same rules.
WITH asked AS (
    SELECT
        seat_number(dealer) AS turn, rules, custom,
        [north_hand, east_hand, south_hand, west_hand] AS hands
    FROM deals WHERE site = ? AND game_id = ? AND deal_no = ? AND dealer IS NOT NULL
),
turned AS (
    SELECT rules, custom, [hands[(turn + place) % 4 + 1] FOR place IN range(4)] AS hands FROM asked
    WHERE list_bool_and([hand IS NOT NULL AND hand <> 0 FOR hand IN hands])
)
SELECT
    site, game_id, deal_no, board, played_at, north, east, south, west, dealer, declarer, trump, bids,
    leader, card_text(deals.plays[1]) AS first_card, status, is_nat, is_pit,
    official(score_ns, ruled_ns, ruled_ns, ruled_ew, logged_verzaakt)::INTEGER AS score_ns,
    official(score_ew, ruled_ew, ruled_ns, ruled_ew, logged_verzaakt)::INTEGER AS score_ew,
    if(dealer IN ('N', 'S'), -1, 1) * (
        official(score_ns, ruled_ns, ruled_ns, ruled_ew, logged_verzaakt)::INTEGER
        - official(score_ew, ruled_ew, ruled_ns, ruled_ew, logged_verzaakt)::INTEGER
    ) AS first_side_result
FROM deals JOIN turned USING (rules, custom)
WHERE (dealer = 'N' AND north_hand = hands[1] AND east_hand = hands[2] AND south_hand = hands[3] AND west_hand = hands[4])
    OR (dealer = 'E' AND east_hand = hands[1] AND south_hand = hands[2] AND west_hand = hands[3] AND north_hand = hands[4])
    OR (dealer = 'S' AND south_hand = hands[1] AND west_hand = hands[2] AND north_hand = hands[3] AND east_hand = hands[4])
    OR (dealer = 'W' AND west_hand = hands[1] AND north_hand = hands[2] AND east_hand = hands[3] AND south_hand = hands[4])
ORDER BY site, game_id, deal_no
