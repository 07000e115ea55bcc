-- number: 40
-- group: card play
-- name en: Signal answered
-- name nl: Sein beantwoord
-- question: Does the partner lead the suit that he discards first?
-- numerator: of those, the leads of the suit of the discard; by chance: the share of that suit in the partner's hand, as the reference
-- denominator: in each deal his first discard for which he could choose the suit, when the partner's next lead could be of that suit or of another
-- question nl: Komt de maat uit met de kleur die hij het eerst afgooit?
-- numerator nl: de uitkomsten daarvan in de kleur die was afgegooid; bij toeval: het deel van de hand van de maat dat van die kleur was, ter vergelijking
-- denominator nl: in elk spel de eerste kaart die hij afgooide en waarvan hij de kleur kon kiezen, als de volgende uitkomst van de maat van die kleur of van een andere kon zijn
-- grain: play
-- interval: wilson
-- chart: dot against the reference
-- smallest n: 20
WITH discards AS (
    SELECT site, game_id, deal_no, seat, min(card_no) AS card_no, arg_min(card, card_no) // 8 AS suit
    FROM judged_plays
    -- Free: a card of another plain suit might have gone instead.
    WHERE place > 1 AND card // 8 <> led AND card // 8 <> trump_suit
        AND legal & ~suit_mask(trump_suit) & ~suit_mask(card // 8) <> 0
    GROUP BY site, game_id, deal_no, seat
),
answers AS (
    SELECT
        discards.site, discards.game_id, discards.deal_no, discards.seat, discards.suit,
        arg_min(leads.card, leads.card_no) // 8 AS led, arg_min(leads.held, leads.card_no) AS held
    FROM discards JOIN judged_plays AS leads USING (site, game_id, deal_no)
    WHERE leads.place = 1 AND leads.card_no > discards.card_no AND leads.seat = translate(discards.seat, 'NESW', 'SWNE')
    GROUP BY ALL
)
-- In 1024ths: sums of these are exact, in any order.
SELECT
    site, game_id, deal_no, seat, side, unnest(['', 'by chance']) AS class,
    if(class = '', (led = suit)::DOUBLE, round(bit_count(held & suit_mask(suit)) / bit_count(held) * 1024) / 1024) AS did, true AS chance
FROM chosen JOIN answers USING (site, game_id, deal_no, seat)
WHERE held & suit_mask(suit) <> 0 AND held & ~suit_mask(suit) <> 0
