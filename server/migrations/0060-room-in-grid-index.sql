-- A change of many emails or phones adds a new version of each row to the primary key. In full pages PostgreSQL looks for versions
-- to remove before it splits them, in vain while the change runs.
alter index import_grid_rows_pkey set (fillfactor = 70);
