CREATE OR REPLACE VIEW tricks AS
SELECT
    site, game_id, deal_no, trick_no,
    deals.seats[4 * trick_no - 3] AS leader,
    [card_text(deals.plays[4 * trick_no - 3 + place]) FOR place IN range(4)] AS cards,
    deals.winners[trick_no] AS winner,
    deals.trick_points[trick_no] AS points,
    deals.trick_roem[trick_no] AS roem,
    deals.trick_roem_kinds[trick_no] AS roem_kinds,
    deals.logged_winners[trick_no] AS logged_winner,
    deals.logged_roem[trick_no] AS logged_roem
FROM deals, range(1, 9) AS numbers(trick_no)
WHERE deals.winners[trick_no] IS NOT NULL;
COMMENT ON VIEW tricks IS 'one row a complete trick; points with the last trick''s 10';
