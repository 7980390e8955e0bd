-- Files of each user's Multi-File Import, in the order of their ids.
create table import_queue (
  organization_id uuid not null,
  id uuid not null,
  -- user whose queue it is, and where the file was sent from, for the audit entries of its import
  created_by uuid not null,
  created_by_name text not null,
  ip_address text not null,
  user_agent text,
  filename text not null,
  folder text not null default '',
  -- bytes
  size bigint not null,
  state text not null check (state in ('uploading', 'mapping', 'importing', 'completed', 'cancelled', 'error')),
  -- when the page that sends the file counts as closed; null once it said so
  sending_until timestamptz,
  upload_id uuid,
  -- SHA-256 of the column names, equal for files with the same ones
  columns_key bytea,
  total_rows integer,
  -- mapping and name splitting; json keeps the order of the columns
  plan json,
  -- the user chose the mapping, and confirmed it
  chosen boolean not null default false,
  confirmed boolean not null default false,
  -- columns that are not imported: the first names, and how many there are
  left_out jsonb not null default '[]',
  left_out_count integer not null default 0,
  -- columns of the chosen mapping that the file lacks
  missing jsonb not null default '[]',
  -- options of this file alone; null for those of the queue
  options jsonb,
  import_id uuid,
  -- newest earlier import of a file with the same content
  earlier_import_id uuid,
  failure text,
  -- trying again can't help
  failure_final boolean not null default false,
  created_at timestamptz not null default now(),
  -- columns as the plan of the file reads it
  columns jsonb,
  -- counted values of the columns that feed fields with few distinct values; null until they are counted
  counted_values jsonb default '[]',
  -- columns with values that nobody knows, and how many values and rows these are
  open_values jsonb not null default '[]',
  -- the user lets values that nobody knows be imported as they are
  values_kept boolean not null default false,
  primary key (organization_id, id),
  foreign key (organization_id, created_by) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete set null (upload_id),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade,
  constraint import_queue_has_import check (state not in ('importing', 'completed', 'cancelled') or import_id is not null)
);
create index import_queue_user on import_queue (organization_id, created_by, id);
create unique index import_queue_upload on import_queue (organization_id, upload_id);
create index import_queue_import on import_queue (organization_id, import_id);
-- files that wait or run
create index import_queue_active on import_queue (organization_id, created_by, id) where state in ('mapping', 'importing');

call enable_tenant_isolation(array['import_queue']);
grant select, insert, update, delete on import_queue to "app_role";
