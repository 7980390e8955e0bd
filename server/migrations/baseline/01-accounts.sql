-- Organizations, users, API tokens and the audit trail.
-- "app_role" stands for the application's role; the migrator puts its name in.

create table organizations (
  id uuid primary key,
  name text not null check (btrim(name) <> ''),
  created_at timestamptz not null default now(),
  -- in the bin since: nobody signs in, and after 30 days it is deleted with all it has
  deleted_at timestamptz
);
create unique index organizations_name on organizations (lower(name));

create table users (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  username text not null,
  -- settings of Argon2id in PHC form, without the output
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
  -- SHA-256 of the output, with which a password is proven (03-sign-in.sql)
  password_verifier bytea not null,
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
  -- whose outcomes it reports
  customer_number text,
  created_at timestamptz not null default now(),
  created_by uuid,
  created_by_name text not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, id),
  constraint api_tokens_of_customer check ((scopes = 'outcomes') = (customer_number is not null))
);
create index api_tokens_hash on api_tokens (token_hash) where revoked_at is null;

-- Calls of each caller in its current minute. Unlogged: a crash of PostgreSQL gives every caller a new minute, and no call
-- waits for the disk.
create unlogged table api_call_windows (
  -- 'token:…' or 'address:…'
  caller text primary key,
  calls integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

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

-- Fingerprint of the secret key that servers on this database use, so that one with another key refuses to start. The key
-- itself can't be derived from it. Only the owner reads it.
create table secret_key_fingerprint (
  -- Allows one row.
  id boolean primary key default true check (id),
  fingerprint bytea not null
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
grant select, insert, update, delete on recovery_codes, ip_whitelist, api_tokens, idempotency_keys to "app_role";
grant select (organization_id, id, username, password, is_admin, two_factor_secret, two_factor_enabled, two_factor_last_step,
    require_export_auth, must_change_password, password_expires_at, created_at, last_seen_at),
  update (two_factor_secret, two_factor_enabled, two_factor_last_step, require_export_auth),
  delete on users to "app_role";
-- Append-only. The owner seals entries; their time and seal are not the application's to set.
grant select, insert (organization_id, id, user_id, username, action, resource, details, ip_address, user_agent)
  on audit_logs to "app_role";
grant select on audit_chains to "app_role";

-- Counts a call, also one that is over the limit, and returns how many the caller made in this minute and when it ends.
-- Returns the token of the hash with its organization's allow-list; its columns are null, and the call counts for the
-- address, if there is no such token or it was revoked or has expired. A token is stale when its last use was recorded more
-- than a minute ago.
create function admit_api_call(looked_up_hash bytea, caller_address text)
returns table (
  calls integer, reset_seconds integer, organization_id uuid, id uuid, name text, scopes text, customer_number text, stale boolean,
  allow_list text[]
)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  select t.organization_id, t.id, t.name, t.scopes, t.customer_number, coalesce(t.last_used_at < now() - interval '1 minute', true)
  into organization_id, id, name, scopes, customer_number, stale
  from api_tokens t
  where t.token_hash = looked_up_hash and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    and not exists (select from organizations o where o.id = t.organization_id and o.deleted_at is not null);
  if found then
    allow_list := array(
      select w.ip_address from ip_whitelist w where w.organization_id = admit_api_call.organization_id and w.is_active);
  end if;
  insert into api_call_windows as w (caller, calls, ends_at)
  values (coalesce('token:' || admit_api_call.id, 'address:' || caller_address), 1, clock_timestamp() + interval '1 minute')
  on conflict (caller) do update set
    calls = case when w.ends_at <= excluded.ends_at - interval '1 minute' then 1 else w.calls + 1 end,
    ends_at = case when w.ends_at <= excluded.ends_at - interval '1 minute' then excluded.ends_at else w.ends_at end
  returning w.calls, greatest(1, ceil(extract(epoch from w.ends_at - clock_timestamp())))::integer
  into calls, reset_seconds;
  return next;
end
$$;
