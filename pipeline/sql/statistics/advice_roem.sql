-- number: 51d
-- group: roem
-- name en: Advice: roem to the own side only
-- name nl: Advies: roem alleen in eigen slagen
-- question: Does he complete roem in his side's tricks, and withhold it in the others'?
-- numerator: of those, the cards that followed the advice: one that completed roem, or one that made the least
-- denominator: own tricks: the chances to take roem; their tricks: the chances to give it away, as counted there
-- question nl: Maakt hij roem af in de slagen van zijn eigen partij, en houdt hij die uit de slagen van de tegenpartij?
-- numerator nl: de kaarten daarvan die het advies volgden: die roem afmaakten, of die de minste roem weggaven
-- denominator nl: eigen slagen: de kansen om roem te pakken; hun slagen: de kansen om roem weg te geven, zoals ze daar geteld worden
-- grain: play
-- interval: wilson
-- chart: dot
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, if(won, 'own tricks', 'their tricks') AS class, if(won, adds > 0, gives = least_gives) AS did, true AS chance
FROM chosen JOIN judged_plays USING (site, game_id, deal_no, seat)
WHERE n_legal > 1 AND if(won, most_adds > least_adds, most_gives > least_gives)
