-- Schema of version 0012, kept for the upgrade test.

create table uploads (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  filename text not null,
  size bigint not null default 0,
  sha256 bytea,
  format jsonb,
  columns jsonb,
  preview json,
  preview_numbers jsonb,
  total_rows integer,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index uploads_age on uploads (created_at);

create table upload_chunks (
  organization_id uuid not null,
  upload_id uuid not null,
  n integer not null,
  bytes bytea not null,
  primary key (organization_id, upload_id, n),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);
alter table upload_chunks alter column bytes set storage external;

create table imports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  filename text not null,
  status text not null check (status in ('processing', 'completed', 'failed')),
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
  plan jsonb not null,
  upload_id uuid not null,
  columns jsonb not null,
  survey jsonb,
  processed integer not null default 0,
  failure text,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  cancel_requested_at timestamptz,
  undone_at timestamptz,
  primary key (organization_id, id),
  constraint imports_every_row_once check (
    imported + updated + duplicates + skipped + errors = processed
    and (status = 'processing' or processed + unprocessed = total_rows)
  )
);
create index imports_unfinished on imports (created_at) where status = 'processing';

create table import_problems (
  organization_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  ordinal smallint not null,
  outcome text not null check (outcome in ('error', 'duplicate', 'skipped', 'warning')),
  code text not null,
  field text,
  column_name text,
  value text,
  message text not null,
  primary key (organization_id, import_id, row_number, ordinal),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);

call keep_apart(array['uploads', 'upload_chunks', 'imports', 'import_problems']);

grant select, insert, update, delete on uploads, upload_chunks, imports, import_problems to "app_role";

create function enqueue_import(import_organization_id uuid, enqueued_import_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if import_organization_id is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'an import is queued by its own organization';
  end if;
  perform graphile_worker.add_job(
    'run_import',
    json_build_object('organizationId', import_organization_id, 'importId', enqueued_import_id),
    job_key => 'import:' || enqueued_import_id,
    max_attempts => 25
  );
end
$$;
