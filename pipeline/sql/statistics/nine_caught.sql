-- number: 53a
-- group: luck
-- name en: Nine of trumps caught
-- name nl: Nel gevangen
-- question: How often do the opponents catch the nine of trumps with their jack?
-- numerator: of those, the deals in which the trick with the nine went to the opponents
-- denominator: deals in which his side played the nine of trumps and the opponents the jack
-- question nl: Hoe vaak vangt de tegenpartij de nel met haar boer?
-- numerator nl: de spellen daarvan waarin de slag met de nel naar de tegenpartij ging
-- denominator nl: spellen waarin zijn partij de nel speelde en de tegenpartij de troefboer
-- grain: side
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, nine_did AS did, nine_chance AS chance
FROM chosen
