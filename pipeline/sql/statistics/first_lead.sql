-- number: 32
-- group: card play
-- name en: First lead
-- name nl: Eerste uitkomst
-- question: What does he lead to the first trick?
-- numerator: of those, the leads of that kind, the first that fits: jack of trumps, other trump, ace, ten or king, lower card of a suit with the ace, only card of its suit, other
-- denominator: first leads of a deal in that role, with all hands known
-- question nl: Waarmee komt hij uit in de eerste slag?
-- numerator nl: de uitkomsten daarvan van deze soort, de eerste die past: troefboer, andere troef, aas, tien of heer, een lagere kaart onder een aas van die kleur, de enige kaart van de kleur, iets anders
-- denominator nl: eerste uitkomsten van een spel in die rol, met alle handen bekend
-- grain: play
-- interval: wilson
-- chart: stacked bar against the population
-- smallest n: 20
-- together: 7
SELECT site, game_id, deal_no, seat, side, role || ': ' || kind AS class, lead_class(card, held, trump_suit) = kind AS did, true AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat),
    unnest(['jack of trumps', 'other trump', 'ace', 'ten or king', 'low from an ace', 'singleton', 'other']) AS kinds(kind)
WHERE card_no = 1 AND role IS NOT NULL
