-- The deals of one person with their luck, from his side: result, what of it is luck, bidding and play, who sat where.
SELECT
    seats.site, seats.game_id, seats.deal_no, seats.role, seats.partner, seats.left_opponent, seats.right_opponent,
    coalesce(his_partner.person_site, seats.site) AS partner_site,
    coalesce(on_left.person_site, seats.site) AS left_opponent_site,
    coalesce(on_right.person_site, seats.site) AS right_opponent_site,
    if(seats.side = 'NS', 1, -1) AS sign,
    (sign * result_ns)::DOUBLE AS result,
    (sign * luck_ns)::DOUBLE AS luck,
    (sign * bidding_ns)::DOUBLE AS bidding,
    (sign * play_ns)::DOUBLE AS play,
    (sign * adjusted_ns)::DOUBLE AS adjusted
FROM seats_among(?) AS seats JOIN luck USING (site, game_id, deal_no)
-- Somebody whose names on several sites are joined has none of his own.
LEFT JOIN strength his_partner ON his_partner.kind = 'person' AND his_partner.person_site = '' AND his_partner.player = seats.partner
LEFT JOIN strength on_left ON on_left.kind = 'person' AND on_left.person_site = '' AND on_left.player = seats.left_opponent
LEFT JOIN strength on_right ON on_right.kind = 'person' AND on_right.person_site = '' AND on_right.player = seats.right_opponent
WHERE seats.player = ? AND seats.person_site = ? AND seats.is_person
ORDER BY seats.site, seats.game_id, seats.deal_no
