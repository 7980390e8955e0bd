-- Grids of uploads: the rows of a file as a check found them, and the edits that users make before the import.

-- Edits of rows; they stay whichever plan is checked next.
create table import_edits (
  organization_id uuid not null,
  upload_id uuid not null,
  row_number integer not null,
  -- edited values, values in the file, and authors of the edits, each by column
  cells jsonb not null default '{}',
  originals jsonb not null default '{}',
  authors jsonb not null default '{}',
  dropped boolean not null default false,
  edited_by text not null,
  edited_at timestamptz not null default now(),
  -- revision of the grid that the last edit made
  revision bigint not null,
  -- the reading of the file under which users made it: its sheet, or its encoding and delimiter, one a line
  -- (record/edit-reading.ts). The same row number is another row in another sheet.
  reading text not null,
  primary key (organization_id, upload_id, reading, row_number),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
-- a change of many cells writes as many edits: the new version of an edit fits into its page, which spares the index
) with (fillfactor = 50);

-- One row for each upload that was checked with its grid.
create table import_grids (
  organization_id uuid not null,
  upload_id uuid not null,
  -- number of the check whose rows are shown, and number of the last check that began
  generation integer not null default 0,
  last_generation integer not null default 0,
  -- when the running check was last seen at work
  checking_at timestamptz,
  plan jsonb,
  columns jsonb,
  -- how the columns write dates and amounts; those of the file without edits
  survey jsonb,
  date1904 boolean not null default false,
  checked_at timestamptz,
  revision bigint not null default 0,
  totals jsonb,
  -- false while an edit waits for a recount of the whole file
  is_counted boolean not null default true,
  -- the problems that rows have; a row names them by position
  problems jsonb not null default '[]',
  -- that of the plan, as in import_edits
  reading text not null default '',
  primary key (organization_id, upload_id),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);

-- Every row of the file.
create table import_grid_rows (
  organization_id uuid not null,
  upload_id uuid not null,
  generation integer not null,
  row_number integer not null,
  -- outcome of the row for itself, and among the rows before it
  own smallint not null,
  outcome smallint not null,
  -- phone of the lead that the row makes: none, valid or invalid
  phone smallint not null,
  -- whether the row is stored with warnings
  warned boolean not null,
  -- the first 64 bits of the SHA-256 of the e-mail and of the valid phone
  email_hash bigint,
  phone_hash bigint,
  -- values with their edits, separated by U+001F
  cells text not null,
  -- problems that the row has, and those that it had since the check
  tags smallint[],
  fixed smallint[],
  -- whether it has or had a problem. No index lists these rows: reading all in order takes as long, and every change of an
  -- identity would write it.
  listed boolean not null,
  -- A change of many emails or phones adds a new version of each row. In full pages PostgreSQL looks for versions to remove
  -- before it splits them, in vain while the change runs.
  primary key (organization_id, upload_id, generation, row_number) with (fillfactor = 70),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
) with (fillfactor = 75);
create index import_grid_rows_email on import_grid_rows (email_hash) where email_hash is not null;
create index import_grid_rows_phone on import_grid_rows (phone_hash) where phone_hash is not null;

-- Actions of users on a grid, so that each can take back their last one.
create table import_edit_steps (
  organization_id uuid not null,
  upload_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('edit', 'replace', 'drop', 'keep')),
  -- cells or rows
  count integer not null,
  created_at timestamptz not null default now(),
  -- as in import_edits
  reading text not null,
  primary key (organization_id, upload_id, id),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);

-- Cells of an action, in batches; column_name is null where rows were dropped or kept.
create table import_edit_cells (
  organization_id uuid not null,
  upload_id uuid not null,
  step_id uuid not null,
  part integer not null,
  column_name text,
  rows integer[] not null,
  before text[] not null,
  after text[] not null,
  primary key (organization_id, upload_id, step_id, part),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);
-- Compressing the cells of an action takes longer than writing them.
alter table import_edit_cells alter before set storage external, alter after set storage external;

call enable_tenant_isolation(array[
  'import_edits', 'import_grids', 'import_grid_rows', 'import_edit_steps', 'import_edit_cells'
]);
grant select, insert, update, delete
  on import_edits, import_grids, import_grid_rows, import_edit_steps, import_edit_cells to "app_role";
