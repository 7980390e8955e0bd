-- Imports, what became of their rows, and undos of imports.

create table imports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  filename text not null,
  status text not null check (status in ('processing', 'completed', 'failed', 'cancelled')),
  total_rows integer not null default 0,
  imported integer not null default 0,
  updated integer not null default 0,
  duplicates integer not null default 0,
  skipped integer not null default 0,
  errors integer not null default 0,
  unprocessed integer not null default 0,
  invalid_phones integer not null default 0,
  duration text,
  field_mapping json not null,
  -- the whole plan: mapping, mode, name splitting, tags, options
  plan jsonb not null,
  upload_id uuid not null,
  -- column names of the sheet that is read
  columns jsonb not null,
  -- column type inference: how the columns write dates and amounts
  survey jsonb,
  -- data rows whose outcome is committed: where the job resumes
  processed integer not null default 0,
  failure text,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- rows of the file that the report names
  problems integer not null default 0,
  -- of the file's content: the file itself is kept for a while only
  sha256 bytea,
  -- number of times that a worker has taken the import: the batches of an earlier worker, which may have been frozen
  -- meanwhile, are refused
  worker integer not null default 0,
  -- where the import was started from, for its audit entries: they are written by a worker, long after the request
  ip_address text,
  user_agent text,
  -- first and last id of the leads that it created: its leads are read from this range
  first_lead uuid,
  last_lead uuid,
  -- rows that users edited or dropped before the import
  fixed integer not null default 0,
  -- of the skipped rows: people on a suppression list
  suppressed integer not null default 0,
  primary key (organization_id, id),
  constraint imports_every_row_once check (
    imported + updated + duplicates + skipped + errors = processed
    and (status = 'processing' or processed + unprocessed = total_rows)
  )
);
create index imports_unfinished on imports (created_at) where status = 'processing';
create index imports_upload on imports (organization_id, upload_id);
create index imports_content on imports (organization_id, sha256) where sha256 is not null;

-- Every row that was not imported, every warning and every row that users fixed, in file order.
create table import_problems (
  organization_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  ordinal smallint not null,
  outcome text not null check (outcome in ('error', 'duplicate', 'skipped', 'warning', 'fixed')),
  code text not null,
  field text,
  column_name text,
  value text,
  message text not null,
  -- the earlier row of the file, and the lead, whose e-mail or phone a duplicate repeats. The row is known if both rows were
  -- written in one batch. The lead may have been deleted for good since.
  repeats_row integer,
  repeats_lead uuid,
  primary key (organization_id, import_id, row_number, ordinal),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);

-- Rows of imports that were duplicates, by their source: how many leads of a supplier were known already.
create table import_duplicates (
  organization_id uuid not null,
  import_id uuid not null,
  -- '' for rows without one
  source text not null,
  duplicates integer not null,
  primary key (organization_id, import_id, source),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);

-- Rows that an import reads, unless it reads all: those that earlier imports left and that were edited since.
create table import_chosen_rows (
  organization_id uuid not null,
  import_id uuid not null,
  rows integer[] not null,
  -- the leads that the rows update with their edited cells; null where the rows are imported as the plan says
  leads uuid[],
  primary key (organization_id, import_id),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);

-- Rows that became leads, so that edits after an import can update these leads: one entry for each batch of an import.
-- 20 bytes a row.
create table import_stored_rows (
  organization_id uuid not null,
  import_id uuid not null,
  upload_id uuid not null,
  first_row integer not null,
  last_row integer not null,
  -- row numbers in file order, and the lead of each
  rows integer[] not null,
  leads uuid[] not null,
  primary key (organization_id, import_id, first_row),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade,
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);

-- The undo of an import; there is one at most.
create table import_undos (
  organization_id uuid not null,
  -- the import's
  id uuid not null,
  status text not null check (status in ('processing', 'completed', 'failed')),
  -- leads that the import made or changed
  total integer not null,
  done integer not null default 0,
  undone integer not null default 0,
  kept integer not null default 0,
  -- Lanes run in parallel, each from its cursor down to its low end: ids of created leads, or of the events of an import that
  -- updated. A lane is done when its cursor reaches its low end.
  cursors uuid[] not null,
  lows uuid[] not null,
  failure text,
  created_by uuid not null,
  created_by_name text not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, id) references imports (organization_id, id) on delete cascade,
  constraint import_undos_every_lead_once check (undone + kept = done)
);
create index import_undos_unfinished on import_undos (created_at) where status = 'processing';

-- Leads that the undo of an import left alone.
create table import_kept_leads (
  organization_id uuid not null,
  import_id uuid not null,
  lead_id uuid not null,
  reason text not null check (reason in ('edited', 'deleted', 'identity_taken', 'suppressed')),
  -- the lead that has the identity now
  holder_id uuid,
  primary key (organization_id, import_id, lead_id),
  foreign key (organization_id, import_id) references import_undos (organization_id, id) on delete cascade
);

call enable_tenant_isolation(array[
  'imports', 'import_problems', 'import_duplicates', 'import_chosen_rows', 'import_stored_rows', 'import_undos', 'import_kept_leads'
]);
grant select, insert, update, delete
  on imports, import_problems, import_duplicates, import_chosen_rows, import_stored_rows, import_undos, import_kept_leads
  to "app_role";
