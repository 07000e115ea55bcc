-- The table `repeated` has the deals of which every record says the same and that are written more than once: the first
-- record by its place is the deal.
UPDATE sources SET status = 'duplicate'
WHERE rowid IN (
    SELECT s.rowid
    FROM sources s SEMI JOIN repeated USING (site, game_id, deal_no)
    QUALIFY row_number() OVER (PARTITION BY s.site, s.game_id, s.deal_no ORDER BY s.path, s.member, s.line) > 1
);

UPDATE sources SET status = 'deal'
WHERE status <> 'deal' AND rowid IN (
    SELECT s.rowid
    FROM sources s SEMI JOIN repeated USING (site, game_id, deal_no)
    QUALIFY row_number() OVER (PARTITION BY s.site, s.game_id, s.deal_no ORDER BY s.path, s.member, s.line) = 1
);

DELETE FROM deals
WHERE rowid IN (
    SELECT d.rowid
    FROM deals d SEMI JOIN repeated USING (site, game_id, deal_no)
    QUALIFY row_number() OVER (PARTITION BY d.site, d.game_id, d.deal_no ORDER BY d.rowid) > 1
);

CREATE TEMP TABLE found AS SELECT DISTINCT * FROM findings SEMI JOIN repeated USING (site, game_id, deal_no);
DELETE FROM findings WHERE (site, game_id, deal_no) IN (SELECT site, game_id, deal_no FROM repeated);
INSERT INTO findings SELECT * FROM found;
DROP TABLE found;
