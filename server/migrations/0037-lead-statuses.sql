-- Statuses that the leads of an organization can be given. Leads hold the key, which never changes, so that a status is renamed
-- at once for any number of leads.
create table lead_statuses (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  -- what leads.status holds: the first name, unless another status has it
  key text not null,
  name text not null check (btrim(name) <> ''),
  -- earlier names, latest first: programs and saved filters may still use them
  former_names text[] not null default '{}',
  color text not null check (color in ('gray', 'blue', 'violet', 'pink', 'red', 'orange', 'yellow', 'green')),
  position integer not null,
  -- no longer offered; the row keeps the name for leads that an undo brings back, and for timelines
  deleted_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, key)
);
call enable_tenant_isolation(array['lead_statuses']);
grant select, insert, update on lead_statuses to "app_role";

-- Every organization begins with these statuses.
create function add_first_lead_statuses(of_organization uuid) returns void
language sql set search_path = public, pg_temp
as $$
  insert into lead_statuses (organization_id, id, key, name, color, position)
  values
    (of_organization, gen_random_uuid(), 'new', 'new', 'gray', 0),
    (of_organization, gen_random_uuid(), 'contacted', 'contacted', 'yellow', 1),
    (of_organization, gen_random_uuid(), 'qualified', 'qualified', 'blue', 2),
    (of_organization, gen_random_uuid(), 'converted', 'converted', 'green', 3)
$$;
revoke execute on function add_first_lead_statuses from public;
select add_first_lead_statuses(id) from organizations;

create or replace function create_organization(new_organization_id uuid, organization_name text) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp
as $$
declare made_at timestamptz;
begin
  if not in_default_organization() then
    raise exception 'organizations are created by the Default Organization';
  end if;
  insert into organizations (id, name) values (new_organization_id, organization_name) returning created_at into made_at;
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
  perform pg_advisory_xact_lock(hashtextextended('register_organization', 0));
  if first_only and exists (select from users) then
    return false;
  end if;
  insert into organizations (id, name) values (new_organization_id, organization_name);
  insert into users (organization_id, id, username, password, password_verifier, is_admin)
  values (new_organization_id, new_user_id, new_username, password_settings, new_verifier, true);
  insert into usernames (key, organization_id, user_id) values (username_key, new_organization_id, new_user_id);
  perform add_first_lead_statuses(new_organization_id);
  return true;
end
$$;

-- Until now leads could have any status. The most frequent ones of each organization go on being offered, as many as fit.
insert into lead_statuses (organization_id, id, key, name, color, position)
select organization_id, gen_random_uuid(), value, value, 'gray', 3 + place
from (
  select organization_id, value, row_number() over (partition by organization_id order by total desc, value) as place
  from (
    select distinct on (s.organization_id, lower(s.value)) s.organization_id, s.value, s.total
    from (
      select organization_id, value, sum(total) as total from lead_stats
      where dimension = 'status' and btrim(value) <> '' and length(value) <= 50
      group by organization_id, value having sum(total) > 0
    ) s
    join organizations o on o.id = s.organization_id
    where lower(s.value) not in ('new', 'contacted', 'qualified', 'converted')
    order by s.organization_id, lower(s.value), s.total desc, s.value
  ) spelled
) ranked
where place <= 46;
