-- Schema of version 0012, kept for the upgrade test.

alter table leads drop constraint leads_organization_id_fkey;
alter table lead_stats drop constraint lead_stats_organization_id_fkey;

create function forget_gone_organizations() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate leads, lead_stats cascade;
    return null;
  end if;
  delete from leads l using gone g where l.organization_id = g.id;
  delete from lead_stats s using gone g where s.organization_id = g.id;
  return null;
end
$$;
create trigger organizations_gone after delete on organizations referencing old table as gone
  for each statement execute function forget_gone_organizations();
create trigger organizations_emptied after truncate on organizations
  for each statement execute function forget_gone_organizations();

alter table leads add column created_by_name text;
