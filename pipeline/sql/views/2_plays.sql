CREATE OR REPLACE VIEW plays AS
SELECT
    site, game_id, deal_no,
    (card_no - 1) // 4 + 1 AS trick_no,
    card_no,
    deals.seats[card_no] AS seat,
    CASE deals.seats[card_no] WHEN 'N' THEN north WHEN 'E' THEN east WHEN 'S' THEN south ELSE west END AS player,
    card_text(deals.plays[card_no]) AS card,
    (card_no - 1) % 4 + 1 AS place,
    deals.winners[(card_no - 1) // 4 + 1] = deals.seats[card_no] AS wins_trick,
    deals.think_ms[card_no] AS think_ms
FROM deals, range(1, 33) AS numbers(card_no)
WHERE deals.plays[card_no] IS NOT NULL;
COMMENT ON VIEW plays IS 'one row a card played; place 1-4 in the trick';
