-- A change of many cells writes as many edits. With half of each page free, PostgreSQL keeps the new version of an edit in its
-- page and leaves the index alone.
alter table import_edits set (fillfactor = 50);

-- Compressing the cells of an action takes longer than writing them.
alter table import_edit_cells alter column before set storage external, alter column after set storage external;
