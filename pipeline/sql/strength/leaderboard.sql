-- Persons by league and the lower end of their interval, which few deals push down.
SELECT
    rank() OVER (PARTITION BY league ORDER BY low DESC) AS place,
    count(*) OVER (PARTITION BY league) AS ranked,
    person_site, player, league, league_players, deals, games, value, low, high,
    CASE WHEN deals < 20 THEN 'hidden' WHEN deals < 100 THEN 'provisional' ELSE 'shown' END AS state,
    form, form_error, partner, partner_share, mu, sigma, rated_games
FROM strength
WHERE kind = 'person' AND deals >= ? AND (?::VARCHAR IS NULL OR list_contains(sites, ?))
ORDER BY league, low DESC, player, person_site
