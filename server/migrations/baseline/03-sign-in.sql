-- The application's role reaches sessions, sign-in names and counted attempts through functions alone, and can't open a session
-- by its rights: that takes the password, which only the person has. Likewise it takes somebody's open session to add a user,
-- to set a password or to make an administrator.

-- The proof of a password is its Argon2id output, which the server computes. The database keeps only the SHA-256 of the proof,
-- and the settings (PHC form without the output) to compute it again. So what is stored can't be given as a proof.

-- Look-ups find the organization first and then read its tables by it: so each statement reads one server of a cluster.

-- Returns the account behind a session before its organization is known; nothing of a session that ended. A session is stale
-- when its last use was recorded more than a minute ago: recording every call would cost a commit each.
create function session_account(session_token_hash bytea, idle interval)
returns table (
  session_id uuid, stale boolean, user_id uuid, organization_id uuid, organization_name text, username text,
  is_admin boolean, two_factor_enabled boolean, require_export_auth boolean, must_change_password boolean,
  created_at timestamptz, allow_list text[]
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  session record;
begin
  select s.id, s.organization_id, s.user_id, s.last_seen_at into session
  from sessions s
  where s.token_hash = session_token_hash and s.expires_at > now() and s.last_seen_at > now() - idle;
  if found then
    return query
      select session.id, session.last_seen_at < now() - interval '1 minute', u.id, o.id, o.name, u.username, u.is_admin,
        u.two_factor_enabled, u.require_export_auth, u.must_change_password, u.created_at,
        array(select w.ip_address from ip_whitelist w where w.organization_id = session.organization_id and w.is_active)
      from users u join organizations o on o.id = u.organization_id
      where u.organization_id = session.organization_id and u.id = session.user_id and o.deleted_at is null;
  end if;
end
$$;

-- Records that a session was used just now. Users come before sessions, as everywhere else: otherwise two transactions could
-- deadlock.
create function note_session_use(session_token_hash bytea) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  session record;
begin
  select organization_id, user_id into session from sessions where token_hash = session_token_hash;
  update users set last_seen_at = now() where organization_id = session.organization_id and id = session.user_id;
  update sessions set last_seen_at = now() where token_hash = session_token_hash;
end
$$;

-- Returns the account of a sign-in name with everything that a sign-in is checked against.
create function sign_in_account(username_key text)
returns table (
  user_id uuid, organization_id uuid, username text, password text, password_expired boolean, two_factor_enabled boolean,
  allow_list text[]
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  owner record;
begin
  select n.organization_id, n.user_id into owner from usernames n where n.key = username_key;
  if found then
    return query
      select u.id, u.organization_id, u.username, u.password, coalesce(u.password_expires_at < now(), false),
        u.two_factor_enabled,
        array(select w.ip_address from ip_whitelist w where w.organization_id = owner.organization_id and w.is_active)
      from users u join organizations o on o.id = u.organization_id
      where u.organization_id = owner.organization_id and u.id = owner.user_id and o.deleted_at is null;
  end if;
end
$$;

-- Whether a proof is that of a user's password.
create function password_proven(in_organization uuid, of_user uuid, proof bytea) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return exists (
    select from users u
    where u.organization_id = in_organization and u.id = of_user and u.password_verifier = sha256(proof));
end
$$;

-- Opens a session for whoever proves the user's password; false for a wrong or expired one. Users come before sessions, as
-- everywhere else: otherwise two transactions could deadlock.
create function open_session(
  in_organization uuid, of_user uuid, proof bytea, new_token_hash bytea, new_id uuid, from_address text, from_agent text,
  lifetime interval
)
returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update users u set last_seen_at = now()
  where u.organization_id = in_organization and u.id = of_user and u.password_verifier = sha256(proof)
    and coalesce(u.password_expires_at > now(), true);
  if not found then
    return false;
  end if;
  insert into sessions (token_hash, id, organization_id, user_id, ip_address, user_agent, expires_at)
  values (new_token_hash, new_id, in_organization, of_user, from_address, from_agent, now() + lifetime);
  return true;
end
$$;

-- Gives a session another token; the hash of the present one shows that the caller has it.
create function renew_session(session_token_hash bytea, new_token_hash bytea) returns boolean
language sql security definer set search_path = public, pg_temp
as $$
  update sessions set token_hash = new_token_hash where token_hash = session_token_hash returning true
$$;

create function end_session(session_token_hash bytea) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from sessions where token_hash = session_token_hash $$;

-- Ends sessions of a user of the transaction's organization and returns their number: one of them, or all but one.
create function end_sessions_of(of_user uuid, ended uuid, kept uuid) returns bigint
language sql security definer set search_path = public, pg_temp
as $$
  with gone as (
    delete from sessions
    where organization_id = nullif(current_setting('app.organization_id', true), '')::uuid and user_id = of_user
      and (ended is null or id = ended) and id is distinct from kept
    returning 1)
  select count(*) from gone
$$;

-- Returns the open sessions of a user of the transaction's organization, most recently used first.
create function sessions_of(of_user uuid, idle interval)
returns table (id uuid, ip_address text, user_agent text, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.id, s.ip_address, s.user_agent, s.created_at, s.last_seen_at from sessions s
  where s.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid and s.user_id = of_user
    and s.expires_at > now() and s.last_seen_at > now() - idle
  order by s.last_seen_at desc, s.id desc
$$;

-- Whether a session may change who signs in to an organization: as the user concerned (null: a user to be), as an
-- administrator there, or as one of the Default Organization who adds a user. The owner needs no session: the command line.
create function may_change_access(by_session bytea, in_organization uuid, of_user uuid) returns boolean
language plpgsql stable set search_path = public, pg_temp
as $$
declare
  session record;
  administrator boolean;
begin
  if pg_has_role(session_user, current_user, 'member') then
    return true;
  end if;
  select organization_id, user_id into session from sessions where token_hash = by_session and expires_at > now();
  if not found then
    return false;
  end if;
  select is_admin into administrator from users
  where organization_id = session.organization_id and id = session.user_id;
  return found and case
    when session.organization_id = in_organization then administrator or coalesce(session.user_id = of_user, false)
    else administrator and of_user is null and coalesce(session.organization_id = default_organization(), false)
  end;
end
$$;
revoke execute on function may_change_access from public;

-- Adds a user with a sign-in name. With a lifetime the password is a temporary one.
create function add_user(
  by_session bytea, in_organization uuid, new_id uuid, new_username text, username_key text, password_settings text,
  new_verifier bytea, administrator boolean, temporary interval
)
returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not may_change_access(by_session, in_organization, null) then
    raise exception 'this session may not add users' using errcode = 'insufficient_privilege';
  end if;
  insert into users
    (organization_id, id, username, password, password_verifier, is_admin, must_change_password, password_expires_at)
  values (in_organization, new_id, new_username, password_settings, new_verifier, administrator, temporary is not null,
    now() + temporary);
  insert into usernames (key, organization_id, user_id) values (username_key, in_organization, new_id);
end
$$;

create function set_password(
  by_session bytea, in_organization uuid, of_user uuid, password_settings text, new_verifier bytea, temporary interval
)
returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not may_change_access(by_session, in_organization, of_user) then
    raise exception 'this session may not set that password' using errcode = 'insufficient_privilege';
  end if;
  update users set password = password_settings, password_verifier = new_verifier,
    must_change_password = temporary is not null, password_expires_at = now() + temporary
  where organization_id = in_organization and id = of_user;
end
$$;

create function set_admin(by_session bytea, in_organization uuid, of_user uuid, administrator boolean) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- Asked as for a user to be: nobody makes themselves an administrator.
  if not may_change_access(by_session, in_organization, null) then
    raise exception 'this session may not make administrators' using errcode = 'insufficient_privilege';
  end if;
  update users set is_admin = administrator where organization_id = in_organization and id = of_user;
end
$$;

-- Counts an attempt under each key, given in order, so that concurrent ones can't deadlock; wait: seconds until its window ends.
create function count_attempts(counted text[], windows interval[])
returns table (key text, attempts integer, wait integer)
language sql security definer set search_path = public, pg_temp
as $$
  insert into sign_in_attempts as a (key, attempts, window_ends_at)
  select c.key, 1, now() + c.span from unnest(counted, windows) with ordinality as c (key, span, n)
  order by c.n
  on conflict (key) do update set
    attempts = case when a.window_ends_at < now() then 1 else a.attempts + 1 end,
    window_ends_at = case when a.window_ends_at < now() then excluded.window_ends_at else a.window_ends_at end
  returning a.key, a.attempts, ceil(extract(epoch from a.window_ends_at - now()))::int
$$;

create function give_back_attempt(counted text) returns void
language sql security definer set search_path = public, pg_temp
as $$ update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key = counted $$;

create function forget_attempts(counted text) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from sign_in_attempts where key = counted $$;
