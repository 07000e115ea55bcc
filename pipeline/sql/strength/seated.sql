-- Who sits at the tables: a row for each site, name as logged, and whether a computer played under it, with the person that
-- aliases make of it. A computer is one player for each site and level, its name without a number; seats without a name of
-- a person are one player a site, who is nobody in particular.
WITH logged AS (
    SELECT DISTINCT site, name, is_bot
    FROM (
        SELECT site, north AS name, contains(bots, 'N') AS is_bot FROM deals
        UNION ALL SELECT site, east, contains(bots, 'E') FROM deals
        UNION ALL SELECT site, south, contains(bots, 'S') FROM deals
        UNION ALL SELECT site, west, contains(bots, 'W') FROM deals
    )
),
named AS (
    SELECT
        logged.*,
        coalesce(here.person, everywhere.person, logged.name) AS person,
        here.person IS NOT NULL OR everywhere.person IS NOT NULL
            OR EXISTS (FROM aliases WHERE aliases.person = logged.name) AS is_alias,
        regexp_replace(lower(trim(coalesce(logged.name, ''))), '[ _-]*[0-9]+$', '') AS level
    FROM logged
    LEFT JOIN aliases here ON here.name = logged.name AND here.site = logged.site
    LEFT JOIN aliases everywhere ON everywhere.name = logged.name AND everywhere.site IS NULL
)
SELECT
    site, name, is_bot,
    CASE
        WHEN is_bot OR regexp_matches(level, '^(bot|computer|cpu|robot)$') THEN 'computer'
        WHEN is_person(person) THEN 'person'
        ELSE 'nobody'
    END AS kind,
    CASE kind WHEN 'person' THEN person WHEN 'computer' THEN if(level = '', 'computer', level) ELSE '' END AS player,
    if(kind = 'person' AND is_alias, '', site) AS person_site
FROM named
