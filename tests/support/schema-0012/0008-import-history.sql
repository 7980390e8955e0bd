-- Schema of version 0012, kept for the upgrade test.

alter table imports
  drop constraint imports_status_check,
  add constraint imports_status_check check (status in ('processing', 'completed', 'failed', 'cancelled')),
  add column problems integer not null default 0,
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

create table import_undos (
  organization_id uuid not null,
  id uuid not null,
  status text not null check (status in ('processing', 'completed', 'failed')),
  total integer not null,
  done integer not null default 0,
  undone integer not null default 0,
  kept integer not null default 0,
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

create table import_kept_leads (
  organization_id uuid not null,
  import_id uuid not null,
  lead_id uuid not null,
  reason text not null check (reason in ('edited', 'deleted', 'identity_taken')),
  holder_id uuid,
  primary key (organization_id, import_id, lead_id),
  foreign key (organization_id, import_id) references import_undos (organization_id, id) on delete cascade
);

drop index lead_events_import;
create index lead_events_import on lead_events (organization_id, import_id, id) where import_id is not null;

create table import_plans (
  organization_id uuid not null references organizations (id) on delete cascade,
  columns_key bytea not null,
  plan json not null,
  confirmed_at timestamptz not null default now(),
  primary key (organization_id, columns_key)
);

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
