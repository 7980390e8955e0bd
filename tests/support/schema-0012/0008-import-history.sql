-- What can be done with an import once it has begun: its report, its end before time, its undo; what is remembered of it.

alter table imports
  drop constraint imports_status_check,
  add constraint imports_status_check check (status in ('processing', 'completed', 'failed', 'cancelled')),
  -- rows of the file that the report names
  add column problems integer not null default 0,
  -- of the file's content: the file itself is kept for a while only
  add column sha256 bytea,
  drop column cancel_requested_at,
  drop column undone_at;
update imports i set
  problems = (
    select count(distinct p.row_number) from import_problems p
    where p.organization_id = i.organization_id and p.import_id = i.id),
  sha256 = (
    select u.sha256 from uploads u where u.organization_id = i.organization_id and u.id = i.upload_id);
create index imports_upload on imports (organization_id, upload_id);
create index imports_content on imports (organization_id, sha256) where sha256 is not null;

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
  -- Lanes are worked on at once, each from its cursor down to its low end: ids of created leads, or of the events of an
  -- import that updated. A lane is done when its cursor has come to its low end.
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
  reason text not null check (reason in ('edited', 'deleted', 'identity_taken')),
  -- the lead that has the identity now
  holder_id uuid,
  primary key (organization_id, import_id, lead_id),
  foreign key (organization_id, import_id) references import_undos (organization_id, id) on delete cascade
);

-- An undo goes through an import's changes from the last to the first; their ids are in the order in which they are made.
drop index lead_events_import;
create index lead_events_import on lead_events (organization_id, import_id, id) where import_id is not null;

-- The plan that was confirmed for columns of these names, whatever their order and case.
create table import_plans (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- SHA-256 of the names
  columns_key bytea not null,
  plan json not null,
  confirmed_at timestamptz not null default now(),
  primary key (organization_id, columns_key)
);

-- What a workbook's other sheets hold; the upload itself tells of the first.
create table upload_sheets (
  organization_id uuid not null,
  upload_id uuid not null,
  sheet text not null,
  columns jsonb not null,
  preview json not null,
  preview_numbers jsonb not null,
  total_rows integer not null,
  primary key (organization_id, upload_id, sheet),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);

call keep_apart(array['import_undos', 'import_kept_leads', 'import_plans', 'upload_sheets']);

grant select, insert, update, delete on import_undos, import_kept_leads, import_plans, upload_sheets to "app_role";

-- Queues the work on an undo in the transaction that begins it.
create function enqueue_import_undo(undo_organization_id uuid, undo_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if undo_organization_id is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'an undo is queued by its own organization';
  end if;
  perform graphile_worker.add_job(
    'undo_import',
    json_build_object('organizationId', undo_organization_id, 'importId', undo_id),
    job_key => 'import-undo:' || undo_id,
    max_attempts => 25
  );
end
$$;
