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
    CASE kind WHEN 'run3' THEN tricks_run3 WHEN 'run4' THEN tricks_run4 WHEN 'stuk' THEN tricks_stuk ELSE tricks_quad END AS did,
    complete_tricks AS chance
FROM chosen, (VALUES ('run3'), ('run4'), ('stuk'), ('quad')) AS kinds(kind)
