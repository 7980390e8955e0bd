-- Schema of version 0012, kept for the upgrade test.

create table recovery_codes (
  organization_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, code_hash),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
call keep_apart(array['recovery_codes']);
grant select, insert, update, delete on recovery_codes to "app_role";

create function in_default_organization() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(default_organization() = nullif(current_setting('app.organization_id', true), '')::uuid, false)
$$;

create function organization_overview()
returns table (id uuid, name text, created_at timestamptz, users bigint, admins bigint, leads bigint, imports bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select o.id, o.name, o.created_at,
    (select count(*) from users u where u.organization_id = o.id),
    (select count(*) from users u where u.organization_id = o.id and u.is_admin),
    (select coalesce(sum(s.total), 0)::bigint from lead_stats s where s.organization_id = o.id and s.dimension = 'all'),
    (select count(*) from imports i where i.organization_id = o.id)
  from organizations o
  where in_default_organization()
  order by o.created_at, o.id
$$;

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
