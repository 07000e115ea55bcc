-- number: 25a
-- group: roem
-- name en: Roem by kind
-- name nl: Roem naar soort
-- question: Which roem falls?
-- numerator: tricks with a run of three, a run of four, stuk or four alike that the rules pay
-- denominator: complete tricks
-- question nl: Welke roem valt er?
-- numerator nl: slagen met een driekaart, een vierkaart, stuk of vier gelijke waar de regels voor betalen
-- denominator nl: volledige slagen
-- grain: deal
-- interval: wilson
-- chart: stacked bar by kind and trump
-- smallest n: 20
SELECT
    site, game_id, deal_no, seat, side, kind AS class,
    len(list_filter(trick_roem_kinds[1:tricks], lambda kinds: kinds & bit <> 0)) AS did, tricks AS chance
FROM (SELECT *, len(list_filter(winners, lambda winner: winner IS NOT NULL)) AS tricks FROM chosen),
    (VALUES ('run3', 1), ('run4', 2), ('stuk', 4), ('quad', 8)) AS kinds(kind, bit)
