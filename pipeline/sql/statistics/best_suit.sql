-- number: 7
-- group: bidding
-- name en: Takes the best suit
-- name nl: Kiest de beste kleur
-- question: Does he make the suit trumps that promises most?
-- numerator: of those, the deals in which no other suit promised more by his own hand
-- denominator: deals that he declared of his own will with any suit to choose from
-- question nl: Kiest hij als troef de kleur die het meest belooft?
-- numerator nl: de spellen daarvan waarin geen andere kleur meer beloofde, afgaand op zijn eigen hand
-- denominator nl: spellen die hij uit vrije wil speelde en waarin elke kleur te kiezen was
-- grain: seat
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, trump::VARCHAR = substr(best_suit, seat_number(seat)::INTEGER + 1, 1) AS did, true AS chance
FROM chosen JOIN luck USING (site, game_id, deal_no) JOIN rulesets USING (rules, custom)
WHERE is_declarer AND choice = 'free' AND NOT contains(rulesets.bidding, 'turned') AND best_suit IS NOT NULL
