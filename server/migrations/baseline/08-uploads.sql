-- Uploaded files, how they are read, and what users chose for their import: drafts, templates, mappings and answers.

create table uploads (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  filename text not null,
  -- bytes
  size bigint not null default 0,
  sha256 bytea,
  -- the reading that was detected by content; null until the file was read to its end
  format jsonb,
  columns jsonb,
  -- json keeps the order of a row's columns
  preview json,
  -- positions of the preview's rows in the file
  preview_numbers jsonb,
  total_rows integer,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- the first 25 filled rows, among which the header is, and the width of the widest row behind them
  first_rows json,
  rest_width integer,
  primary key (organization_id, id)
);
create index uploads_age on uploads (created_at);

create table upload_chunks (
  organization_id uuid not null,
  upload_id uuid not null,
  -- chunk n holds the bytes from n × 1 MiB on
  n integer not null,
  bytes bytea not null,
  primary key (organization_id, upload_id, n),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);
-- read by position and seldom compressible enough to pay for it
alter table upload_chunks alter column bytes set storage external;

-- A file can be read in several ways: by sheet, encoding and delimiter. The upload itself describes the one that was
-- detected; readings that users choose instead are described here.
create table upload_readings (
  organization_id uuid not null,
  upload_id uuid not null,
  -- the choices that led to this reading; empty where detected
  sheet text not null,
  encoding text not null,
  delimiter text not null,
  format jsonb not null,
  columns jsonb not null,
  preview json not null,
  preview_numbers jsonb not null,
  total_rows integer not null,
  first_rows json not null,
  rest_width integer not null,
  primary key (organization_id, upload_id, sheet, encoding, delimiter),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);

-- Drafts: uploads with the choices for their import, until it starts.
create table import_drafts (
  organization_id uuid not null,
  upload_id uuid not null,
  -- the whole plan of the import; json keeps the order of the columns
  plan json not null,
  -- step of the wizard
  step text not null check (step in ('upload', 'map')),
  -- counts the changes: a change based on an older revision is refused
  revision integer not null default 1,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  changed_by_name text not null,
  changed_at timestamptz not null default now(),
  -- can be restored for a while
  discarded_at timestamptz,
  primary key (organization_id, upload_id),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);
create index import_drafts_changed on import_drafts (organization_id, changed_at);

-- Last plan that was confirmed for columns of these names, in any order and case.
create table import_plans (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- SHA-256 of the names
  columns_key bytea not null,
  plan json not null,
  confirmed_at timestamptz not null default now(),
  primary key (organization_id, columns_key)
);

-- Choices of users for values of imported files, applied to the next file.
create table import_answers (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- mapping target of the column, such as status or custom:Active
  target text not null,
  -- the value, folded
  folded text not null,
  -- empty: the field is left empty; null: the value is kept as it is
  answer text,
  answered_at timestamptz not null default now(),
  primary key (organization_id, target, folded)
);

create table import_templates (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null check (btrim(name) <> ''),
  plan json not null,
  shared boolean not null default false,
  -- A shared template outlives its user.
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, created_by, name)
);

call enable_tenant_isolation(array[
  'uploads', 'upload_chunks', 'upload_readings', 'import_drafts', 'import_plans', 'import_answers', 'import_templates'
]);
grant select, insert, update, delete
  on uploads, upload_chunks, upload_readings, import_drafts, import_plans, import_answers, import_templates to "app_role";
