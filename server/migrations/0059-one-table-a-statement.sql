-- Look-ups for a sign-in, a session or a token find the organization first and then read its tables by it. So they read one
-- server where the tables of organizations are distributed over several, and sessions and sign-in names are kept apart from them.

create or replace function has_users() returns boolean
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return exists (select from usernames);
end
$$;

create or replace function session_account(session_token_hash bytea, idle interval)
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
      where u.organization_id = session.organization_id and u.id = session.user_id;
  end if;
end
$$;

create or replace function note_session_use(session_token_hash bytea) returns void
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

create or replace function sign_in_account(username_key text)
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
      from users u where u.organization_id = owner.organization_id and u.id = owner.user_id;
  end if;
end
$$;

create or replace function password_proven(in_organization uuid, of_user uuid, proof bytea) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return exists (
    select from users u
    where u.organization_id = in_organization and u.id = of_user and u.password_verifier = sha256(proof));
end
$$;

create or replace function may_change_access(by_session bytea, in_organization uuid, of_user uuid) returns boolean
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

-- The application's role adds the first statuses itself, in the transaction that creates the organization.
create or replace function add_first_lead_statuses(of_organization uuid) returns void
language plpgsql set search_path = public, pg_temp
as $$
begin
  insert into lead_statuses (organization_id, id, key, name, color, position)
  values
    (of_organization, gen_random_uuid(), 'new', 'new', 'gray', 0),
    (of_organization, gen_random_uuid(), 'contacted', 'contacted', 'yellow', 1),
    (of_organization, gen_random_uuid(), 'qualified', 'qualified', 'blue', 2),
    (of_organization, gen_random_uuid(), 'converted', 'converted', 'green', 3);
end
$$;
grant execute on function add_first_lead_statuses to "app_role";

create function create_bare_organization(new_organization_id uuid, organization_name text) returns timestamptz
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
revoke execute on function create_bare_organization from public;
grant execute on function create_bare_organization to "app_role";

create or replace function organization_overview()
returns table (id uuid, name text, created_at timestamptz, users bigint, admins bigint, leads bigint, imports bigint)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  if not in_default_organization() then
    return;
  end if;
  return query
    with counted_users as materialized (
      select u.organization_id, count(*) as users, count(*) filter (where u.is_admin) as admins
      from users u group by u.organization_id
    ), counted_leads as materialized (
      select s.organization_id, sum(s.total)::bigint as leads from lead_stats s
      where s.dimension = 'all' group by s.organization_id
    ), counted_imports as materialized (
      select i.organization_id, count(*) as imports from imports i group by i.organization_id
    )
    select o.id, o.name, o.created_at, coalesce(u.users, 0), coalesce(u.admins, 0), coalesce(l.leads, 0),
      coalesce(i.imports, 0)
    from organizations o
    left join counted_users u on u.organization_id = o.id
    left join counted_leads l on l.organization_id = o.id
    left join counted_imports i on i.organization_id = o.id
    order by o.created_at, o.id;
end
$$;

create function register_bare_organization(
  first_only boolean, new_organization_id uuid, organization_name text, new_user_id uuid, new_username text, username_key text,
  password_settings text, new_verifier bytea
)
returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('register_organization', 0));
  if first_only and has_users() then
    return false;
  end if;
  insert into organizations (id, name) values (new_organization_id, organization_name);
  insert into users (organization_id, id, username, password, password_verifier, is_admin)
  values (new_organization_id, new_user_id, new_username, password_settings, new_verifier, true);
  insert into usernames (key, organization_id, user_id) values (username_key, new_organization_id, new_user_id);
  return true;
end
$$;
revoke execute on function register_bare_organization from public;
grant execute on function register_bare_organization to "app_role";

-- Servers of the version before add no statuses themselves.
create or replace function create_organization(new_organization_id uuid, organization_name text) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp
as $$
declare made_at timestamptz := create_bare_organization(new_organization_id, organization_name);
begin
  perform add_first_lead_statuses(new_organization_id);
  return made_at;
end
$$;

create or replace function register_organization(
  first_only boolean, new_organization_id uuid, organization_name text, new_user_id uuid, new_username text, username_key text,
  password_settings text, new_verifier bytea
)
returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not register_bare_organization(
    first_only, new_organization_id, organization_name, new_user_id, new_username, username_key, password_settings, new_verifier
  ) then
    return false;
  end if;
  perform add_first_lead_statuses(new_organization_id);
  return true;
end
$$;

create or replace function admit_api_call(looked_up_hash bytea, caller_address text)
returns table (
  calls integer, reset_seconds integer, organization_id uuid, id uuid, name text, scopes text, stale boolean, allow_list text[]
)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  select t.organization_id, t.id, t.name, t.scopes, coalesce(t.last_used_at < now() - interval '1 minute', true)
  into organization_id, id, name, scopes, stale
  from api_tokens t
  where t.token_hash = looked_up_hash and t.revoked_at is null and (t.expires_at is null or t.expires_at > now());
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

-- Names every facet: Citus assigns no single one.
create or replace function forget_deleted_leads(organization uuid, ids uuid[]) returns void
language plpgsql
as $$
declare
  known uuid[];
begin
  -- No segment is made or cut meanwhile.
  perform from lead_index where organization_id = organization for share;
  known := array(
    select distinct s.low from lead_change_log c cross join lateral (
      select low from lead_segments where organization_id = organization and low <= c.lead_id order by low desc limit 1
    ) s
    where c.organization_id = organization and c.lead_id = any (ids) and (c.was).search_text is not null
    order by s.low
  );
  -- In order, so that two deletions can't wait for each other. Indexing that is under way finds the row changed.
  perform from lead_segments where organization_id = organization and low = any (known) order by low for update;
  update lead_segments set dictionary = null, postings = null, trigrams = null
  where organization_id = organization and low = any (known);
  update lead_change_log c
  set was = row(
    (c.was).country, (c.was).brand, (c.was).source, (c.was).status, (c.was).hlr_class, (c.was).whatsapp_class, (c.was).is_sold,
    (c.was).number_valid, (c.was).email, (c.was).phone, (c.was).deposit_date, (c.was).deposit_amount, (c.was).tags, null
  )::lead_facets
  where c.organization_id = organization and c.lead_id = any (ids) and (c.was).search_text is not null;
end
$$;
