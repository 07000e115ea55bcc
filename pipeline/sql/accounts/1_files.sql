CREATE TEMP TABLE counted AS
SELECT path, member, count(*) FILTER (status = 'deal') AS deals, count(*) FILTER (status = 'duplicate') AS duplicates
FROM sources GROUP BY path, member;

-- Few, as a table of their own: no deal without any is held to be joined.
CREATE TEMP TABLE found AS
SELECT site, game_id, deal_no, violations + depends_on_rule + information AS findings
FROM deals WHERE violations + depends_on_rule + information > 0;

CREATE TEMP TABLE found_in AS
SELECT s.path, s.member, sum(f.findings) AS findings
FROM found f JOIN sources s USING (site, game_id, deal_no)
WHERE s.status = 'deal' GROUP BY s.path, s.member;

UPDATE files SET
    deals = coalesce((SELECT c.deals FROM counted c WHERE c.path = files.path AND c.member = files.member), 0),
    duplicates = coalesce((SELECT c.duplicates FROM counted c WHERE c.path = files.path AND c.member = files.member), 0),
    rejects = coalesce((SELECT count(*) FROM rejects r WHERE r.path = files.path AND r.member = files.member), 0),
    findings = coalesce((SELECT f.findings FROM found_in f WHERE f.path = files.path AND f.member = files.member), 0);

DROP TABLE counted;
DROP TABLE found;
DROP TABLE found_in;
