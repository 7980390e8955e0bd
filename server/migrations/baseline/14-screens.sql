-- Saved views, preferences and permission to export.

create table saved_views (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  name text not null check (btrim(name) <> ''),
  filter jsonb not null,
  columns jsonb,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, user_id, name),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);

create table user_preferences (
  organization_id uuid not null,
  user_id uuid not null,
  key text not null,
  value jsonb not null,
  primary key (organization_id, user_id, key),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);

-- Each permits one export, within five minutes of the password.
create table export_grants (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);

call enable_tenant_isolation(array['saved_views', 'user_preferences', 'export_grants']);
grant select, insert, update, delete on saved_views, user_preferences, export_grants to "app_role";
