-- From schema 4: only views and macros are new, and those are made anew.
SELECT 5;
