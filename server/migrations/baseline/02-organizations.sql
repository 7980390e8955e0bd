-- Organizations: the first registration, further ones that the Default Organization creates, and its overview of all.

create function has_users() returns boolean
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return exists (select from usernames);
end
$$;

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

-- Queues a job for the transaction's organization, or for something of it. The application's role can't write the queue itself.
create function enqueue_job(
  task text, id uuid default null, details jsonb default '{}', delay interval default '0'
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  organization uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  known record;
begin
  select * into known
  from (values
    ('run_import', 'import:', 'importId', 25),
    ('undo_import', 'import-undo:', 'importId', 25),
    ('advance_import_queue', 'import-queue:', 'userId', 25),
    ('run_bulk', 'bulk:', 'operationId', 25),
    ('remove_field_values', 'field:', 'fieldId', 25),
    ('erase_person', 'erasure:', 'erasureId', 25),
    ('mail_order', null, 'orderId', 10),
    ('scan_duplicates', 'duplicates:', null, 3),
    ('sell_offers', 'offers:', null, 25),
    ('cancel_listed_deliveries', 'listed-deliveries:', null, 25),
    ('mark_suppressed', 'suppression:', null, 25)
  ) as tasks (name, key, id_name, attempts)
  where name = task and (id_name is null) = (id is null);
  if not found or organization is null then
    raise exception 'an organization queues jobs of its own';
  end if;
  perform graphile_worker.add_job(
    task,
    (details || jsonb_build_object('organizationId', organization)
      || case when id is null then '{}' else jsonb_build_object(known.id_name, id) end)::json,
    job_key => known.key || coalesce(id, organization),
    run_at => now() + delay,
    max_attempts => known.attempts
  );
end
$$;

-- Adds the statuses that every organization begins with. The application's role adds them itself, in the transaction that
-- creates the organization: on a cluster, only one role may write the rows of an organization in a transaction.
create function add_first_lead_statuses(of_organization uuid) returns void
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
revoke execute on function add_first_lead_statuses from public;
grant execute on function add_first_lead_statuses to "app_role";

-- Creates an organization on behalf of the Default Organization, without statuses.
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

-- Creates an organization with its first user, without statuses; with first_only, only while there is no user at all.
-- The lock lets one of two simultaneous first registrations through.
create function register_organization(
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

-- Moves another organization into the bin, or out of it, on behalf of the Default Organization. Returns its name; null where there is
-- none, or it is where it should go.
create function rename_organization(renamed uuid, new_name text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare former text;
begin
  if not in_default_organization() or renamed = default_organization() then
    raise exception 'other organizations are renamed by the Default Organization';
  end if;
  select name into former from organizations where id = renamed and deleted_at is null for update;
  update organizations set name = new_name where id = renamed and deleted_at is null;
  return former;
end
$$;

create function move_organization(moved uuid, into_bin boolean) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare moved_name text;
begin
  if not in_default_organization() or moved = default_organization() then
    raise exception 'other organizations are deleted and restored by the Default Organization';
  end if;
  update organizations set deleted_at = case when into_bin then now() end
  where id = moved and (deleted_at is null) = into_bin
  returning name into moved_name;
  return moved_name;
end
$$;

-- Deletes an organization that has been in the bin for so many days, with everything that any table has of it. Rows that others refer
-- to go in a later round.
create function purge_organization(purged uuid, days integer) returns boolean
language plpgsql set search_path = public, pg_temp
as $$
declare
  owned name;
  again boolean := true;
begin
  perform from organizations where id = purged and deleted_at < now() - make_interval(days => days) for update;
  if not found then
    return false;
  end if;
  while again loop
    again := false;
    for owned in
      select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'organization_id' and not a.attisdropped
    loop
      begin
        execute format('delete from %I where organization_id = $1', owned) using purged;
      exception when foreign_key_violation then
        again := true;
      end;
    end loop;
  end loop;
  delete from organizations where id = purged;
  return true;
end
$$;
revoke execute on function purge_organization from public;

-- Returns all organizations with their counts; to any other organization than the default one, none. Each table is counted
-- by itself: on a cluster, not all of them can be joined.
create function organization_overview()
returns table (
  id uuid, name text, created_at timestamptz, deleted_at timestamptz, users bigint, admins bigint, leads bigint, imports bigint
)
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
    select o.id, o.name, o.created_at, o.deleted_at, coalesce(u.users, 0), coalesce(u.admins, 0), coalesce(l.leads, 0),
      coalesce(i.imports, 0)
    from organizations o
    left join counted_users u on u.organization_id = o.id
    left join counted_leads l on l.organization_id = o.id
    left join counted_imports i on i.organization_id = o.id
    order by o.created_at, o.id;
end
$$;
