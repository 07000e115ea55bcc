-- From schema 3: only views and macros are new, and those are made anew.
SELECT 4;
