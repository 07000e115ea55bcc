-- From schema 2: thinking times are kept only where they are logged.
ALTER TABLE deals ALTER COLUMN think_ms DROP NOT NULL;
ALTER TABLE deals ALTER COLUMN think_ms TYPE INTEGER[] USING CASE
    WHEN list_count(think_ms::INTEGER[]) > 0
    THEN list_slice(think_ms::INTEGER[], 1, list_max(list_filter(range(1, 33), lambda place: think_ms[place] IS NOT NULL)))
END;
