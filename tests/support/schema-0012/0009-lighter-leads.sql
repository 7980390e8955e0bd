-- A foreign key looks the organization up, and locks its row, for every lead that is written: a sixth of what a lead costs
-- where several connections write at once. Row-level security lets a transaction write rows of its own organization only,
-- which it has from a session, a token or a job; what is left is that nothing stays behind of an organization that goes.

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

-- Who made a lead, where it was no import: what every new lead has is told by the lead itself, and no event is written.
alter table leads add column created_by_name text;
