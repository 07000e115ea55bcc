-- The deals of one person with their luck, from his side: result, what of it is luck, bidding and play, who sat where.
SELECT
    seats.site, seats.game_id, seats.deal_no, seats.role, seats.partner, seats.left_opponent, seats.right_opponent,
    if(seats.side = 'NS', 1, -1) AS sign,
    (sign * result_ns)::DOUBLE AS result,
    (sign * luck_ns)::DOUBLE AS luck,
    (sign * bidding_ns)::DOUBLE AS bidding,
    (sign * play_ns)::DOUBLE AS play,
    (sign * adjusted_ns)::DOUBLE AS adjusted
FROM seats_among(?) AS seats JOIN luck USING (site, game_id, deal_no)
WHERE seats.player = ? AND seats.person_site = ? AND seats.is_person
ORDER BY seats.site, seats.game_id, seats.deal_no
