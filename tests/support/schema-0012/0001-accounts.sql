-- Schema of version 0012, kept for the upgrade test.

create table organizations (
  id uuid primary key,
  name text not null check (btrim(name) <> ''),
  created_at timestamptz not null default now()
);
create unique index organizations_name on organizations (lower(name));

create table users (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  username text not null,
  password text not null,
  is_admin boolean not null default false,
  two_factor_secret bytea,
  two_factor_enabled boolean not null default false,
  two_factor_last_step bigint,
  require_export_auth boolean not null default false,
  must_change_password boolean not null default false,
  password_expires_at timestamptz,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  primary key (organization_id, id)
);

create table usernames (
  key text primary key check (key = lower(key)),
  organization_id uuid not null,
  user_id uuid not null,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index usernames_user on usernames (organization_id, user_id);

create table sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  organization_id uuid not null,
  user_id uuid not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index sessions_user on sessions (organization_id, user_id);

create table sign_in_attempts (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);

create table ip_whitelist (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  ip_address text not null,
  description text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (organization_id, id),
  unique (organization_id, ip_address)
);

create table api_tokens (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  token_prefix text not null,
  token_hash bytea not null,
  scopes text not null default 'read,write',
  created_at timestamptz not null default now(),
  created_by uuid,
  created_by_name text not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, id)
);
create index api_tokens_hash on api_tokens (token_hash) where revoked_at is null;

create table audit_logs (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid,
  username text not null,
  action text not null,
  resource text,
  details jsonb,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  sequence bigint,
  previous_hash bytea,
  hash bytea,
  primary key (organization_id, id),
  constraint audit_logs_sealed_whole check ((sequence is null) = (hash is null) and (sequence is null) = (previous_hash is null))
);
create index audit_logs_action on audit_logs (organization_id, action, id);
create unique index audit_logs_chain on audit_logs (organization_id, sequence) where sequence is not null;
create index audit_logs_unsealed on audit_logs (organization_id, id) where sequence is null;

create table audit_chains (
  organization_id uuid primary key references organizations (id),
  sequence bigint not null,
  hash bytea not null
);

create function session_account(session_token_hash bytea, idle interval)
returns table (
  session_id uuid, stale boolean, user_id uuid, organization_id uuid, organization_name text, username text,
  is_admin boolean, two_factor_enabled boolean, require_export_auth boolean, must_change_password boolean,
  created_at timestamptz, allow_list text[]
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.id, s.last_seen_at < now() - interval '1 minute', u.id, o.id, o.name, u.username, u.is_admin,
    u.two_factor_enabled, u.require_export_auth, u.must_change_password, u.created_at,
    array(select w.ip_address from ip_whitelist w where w.organization_id = o.id and w.is_active)
  from sessions s
  join users u on u.organization_id = s.organization_id and u.id = s.user_id
  join organizations o on o.id = s.organization_id
  where s.token_hash = session_token_hash and s.expires_at > now() and s.last_seen_at > now() - idle
$$;

create function note_session_use(session_token_hash bytea) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update users u set last_seen_at = now()
  from sessions s
  where s.token_hash = session_token_hash and u.organization_id = s.organization_id and u.id = s.user_id;
  update sessions set last_seen_at = now() where token_hash = session_token_hash;
$$;

create function sign_in_account(username_key text)
returns table (
  user_id uuid, organization_id uuid, username text, password text, password_expired boolean, two_factor_enabled boolean,
  allow_list text[]
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.organization_id, u.username, u.password, coalesce(u.password_expires_at < now(), false),
    u.two_factor_enabled,
    array(select w.ip_address from ip_whitelist w where w.organization_id = u.organization_id and w.is_active)
  from usernames n
  join users u on u.organization_id = n.organization_id and u.id = n.user_id
  where n.key = username_key
$$;

create function register_organization(
  first_only boolean, new_organization_id uuid, organization_name text, new_user_id uuid, new_username text, username_key text, password_hash text
)
returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('register_organization', 0));
  if first_only and exists (select from users) then
    return false;
  end if;
  insert into organizations (id, name) values (new_organization_id, organization_name);
  insert into users (organization_id, id, username, password, is_admin)
  values (new_organization_id, new_user_id, new_username, password_hash, true);
  insert into usernames (key, organization_id, user_id) values (username_key, new_organization_id, new_user_id);
  return true;
end
$$;

create function api_token(looked_up_hash bytea)
returns table (organization_id uuid, id uuid, name text, scopes text, expires_at timestamptz, allow_list text[])
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.organization_id, t.id, t.name, t.scopes, t.expires_at,
    array(select w.ip_address from ip_whitelist w where w.organization_id = t.organization_id and w.is_active)
  from api_tokens t
  where t.token_hash = looked_up_hash and t.revoked_at is null
$$;

create function has_users() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select exists (select from users) $$;

create function default_organization() returns uuid
language sql stable security definer set search_path = public, pg_temp
as $$ select id from organizations where name = 'Default Organization' $$;

create procedure keep_apart(tables text[])
language plpgsql
as $$
declare t text;
begin
  foreach t in array tables loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to "app_role" using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid)', t);
    execute format('create policy owner on %I to current_user using (true)', t);
  end loop;
end
$$;
revoke execute on procedure keep_apart from public;
call keep_apart(array['users', 'ip_whitelist', 'api_tokens', 'audit_logs', 'audit_chains']);
alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenant on organizations to "app_role" using (id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy owner on organizations to current_user using (true);

grant usage on schema public to "app_role";
grant select on organizations to "app_role";
grant select, insert, update, delete on users, ip_whitelist, api_tokens, usernames, sessions, sign_in_attempts to "app_role";
grant select, insert (organization_id, id, user_id, username, action, resource, details, ip_address, user_agent)
  on audit_logs to "app_role";
grant select on audit_chains to "app_role";
