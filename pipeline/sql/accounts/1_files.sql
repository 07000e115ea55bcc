UPDATE files SET
    deals = coalesce((SELECT count(*) FROM sources s WHERE s.path = files.path AND s.member = files.member AND status = 'deal'), 0),
    duplicates = coalesce((SELECT count(*) FROM sources s WHERE s.path = files.path AND s.member = files.member AND status = 'duplicate'), 0),
    rejects = coalesce((SELECT count(*) FROM rejects r WHERE r.path = files.path AND r.member = files.member), 0),
    findings = coalesce((
        SELECT sum(d.violations + d.depends_on_rule + d.information)
        FROM deals d JOIN sources s USING (site, game_id, deal_no)
        WHERE s.path = files.path AND s.member = files.member AND s.status = 'deal'
        AND d.violations + d.depends_on_rule + d.information > 0 -- few, so that no deal without any is held to be joined
    ), 0);
