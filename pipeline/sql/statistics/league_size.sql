-- number: 47
-- group: volume
-- name en: Players he can be compared with
-- name nl: Spelers met wie hij te vergelijken is
-- question: With how many players is he compared: those he met, or who met them, and so on?
-- numerator: players of the league that the model of strength found him in, himself included
-- denominator: his complete deals; of several players the mean by deals
-- grain: seat
-- interval: none
-- chart: number
-- smallest n: 20
SELECT site, game_id, deal_no, seat, side, '' AS class, league_players AS did, true AS chance
FROM chosen JOIN strength USING (person_site, player)
WHERE kind = 'person' AND is_person AND status = 'complete'
