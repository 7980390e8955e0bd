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

call enable_tenant_isolation(array['import_drafts']);
grant select, insert, update, delete on import_drafts to "app_role";

-- First and last id of the leads that an import created: its leads are read from this range. Null for imports from before.
alter table imports add column first_lead uuid, add column last_lead uuid;
