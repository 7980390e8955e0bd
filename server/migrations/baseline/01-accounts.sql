-- Organizations, users, sign-in, API tokens and the audit trail.
-- "app_role" stands for the application's role; the migrator puts its name in.

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
  -- Argon2id in PHC form
  password text not null,
  is_admin boolean not null default false,
  -- encrypted with a key that is not in the database
  two_factor_secret bytea,
  two_factor_enabled boolean not null default false,
  two_factor_last_step bigint,
  require_export_auth boolean not null default false,
  must_change_password boolean not null default false,
  -- set while the password is a temporary one
  password_expires_at timestamptz,
  created_at timestamptz not null default now(),
  -- last call of any session, to about a minute
  last_seen_at timestamptz,
  primary key (organization_id, id)
);

-- Sign-in names across organizations, unique without regard to case. They lead to an account before its organization is known.
create table usernames (
  key text primary key check (key = lower(key)),
  organization_id uuid not null,
  user_id uuid not null,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index usernames_user on usernames (organization_id, user_id);

create table sessions (
  -- SHA-256 of the cookie's value, which is not stored
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
  -- 'address:…' or 'account:…'
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);

-- Codes that replace a lost second factor.
create table recovery_codes (
  organization_id uuid not null,
  user_id uuid not null,
  -- SHA-256 of a code of 120 random bits
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, code_hash),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
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
  -- SHA-256 of the token, which is not stored
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

-- Answers to requests of the public API that came with an Idempotency-Key.
create table idempotency_keys (
  organization_id uuid not null,
  token_id uuid not null,
  key text not null,
  -- SHA-256 of method, path and body
  request_hash bytea not null,
  status smallint not null,
  -- as text, so that a repeated answer is the same to the letter
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, token_id, key),
  foreign key (organization_id, token_id) references api_tokens (organization_id, id) on delete cascade
);
create index idempotency_keys_age on idempotency_keys (created_at);

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
  -- position in the organization's chain; null until the entry is sealed, a second after its transaction
  sequence bigint,
  -- SHA-256 over the entry and the hash of its predecessor
  previous_hash bytea,
  hash bytea,
  primary key (organization_id, id),
  constraint audit_logs_sealed_whole check ((sequence is null) = (hash is null) and (sequence is null) = (previous_hash is null))
);
create index audit_logs_action on audit_logs (organization_id, action, id);
create unique index audit_logs_chain on audit_logs (organization_id, sequence) where sequence is not null;
create index audit_logs_unsealed on audit_logs (organization_id, id) where sequence is null;

-- Last entry of each organization's chain: the next one is added there, and a chain that was cut off is noticed.
create table audit_chains (
  organization_id uuid primary key references organizations (id),
  sequence bigint not null,
  hash bytea not null
);

-- Shows the application's role the rows of the organization that the transaction has set, and the owner all rows.
create procedure enable_tenant_isolation(tables text[])
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
revoke execute on procedure enable_tenant_isolation from public;
call enable_tenant_isolation(array[
  'users', 'recovery_codes', 'ip_whitelist', 'api_tokens', 'idempotency_keys', 'audit_logs', 'audit_chains'
]);
alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenant on organizations to "app_role" using (id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy owner on organizations to current_user using (true);

grant usage on schema public to "app_role";
grant select on organizations to "app_role";
grant select, insert, update, delete
  on users, recovery_codes, ip_whitelist, api_tokens, idempotency_keys, usernames, sessions, sign_in_attempts to "app_role";
-- Append-only. The owner seals entries; their time and seal are not the application's to set.
grant select, insert (organization_id, id, user_id, username, action, resource, details, ip_address, user_agent)
  on audit_logs to "app_role";
grant select on audit_chains to "app_role";

-- Returns the account behind a session before its organization is known; nothing of a session that ended. A session is stale
-- when its last use was recorded more than a minute ago: recording every call would cost a commit each.
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

-- Records that a session was used just now. Users come before sessions, as everywhere else: otherwise two transactions could
-- deadlock.
create function note_session_use(session_token_hash bytea) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update users u set last_seen_at = now()
  from sessions s
  where s.token_hash = session_token_hash and u.organization_id = s.organization_id and u.id = s.user_id;
  update sessions set last_seen_at = now() where token_hash = session_token_hash;
$$;

-- Returns the account of a sign-in name with everything that a sign-in is checked against.
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

-- Creates an organization with its first user; with first_only, only while there is no user at all.
-- The lock lets one of two simultaneous first registrations through.
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

-- Returns the API token of a hash, with its organization's allow-list; never a revoked token.
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

-- Sign-in attempts that belong to no account are recorded with the organization that runs the installation.
create function default_organization() returns uuid
language sql stable security definer set search_path = public, pg_temp
as $$ select id from organizations where name = 'Default Organization' $$;

-- Whether the transaction belongs to the Default Organization, the only one that sees others.
create function in_default_organization() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(default_organization() = nullif(current_setting('app.organization_id', true), '')::uuid, false)
$$;

-- Creates an organization on behalf of the Default Organization.
create function create_organization(new_organization_id uuid, organization_name text) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp
as $$
declare made_at timestamptz;
begin
  if not in_default_organization() then
    raise exception 'organizations are created by the Default Organization';
  end if;
  insert into organizations (id, name) values (new_organization_id, organization_name) returning created_at into made_at;
  return made_at;
end
$$;
