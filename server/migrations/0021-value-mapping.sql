-- The import that added a note: its undo removes the note, and the note doesn't keep the lead from the undo.
alter table lead_notes add column import_id uuid;
create index lead_notes_import on lead_notes (organization_id, import_id) where import_id is not null;

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

call enable_tenant_isolation(array['import_answers', 'import_templates']);
grant select, insert, update, delete on import_answers, import_templates to "app_role";
