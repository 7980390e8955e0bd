-- Schema of version 0012, kept for the upgrade test.

create table lead_places (
  organization_id uuid not null,
  place text collate "C" not null,
  entry uuid not null,
  leads bigint not null,
  last_place text collate "C",
  primary key (organization_id, place, entry)
);
call keep_apart(array['lead_places']);
grant select, insert, update, delete on lead_places to "app_role";

create function place_of(id uuid) returns text
language sql immutable parallel safe
as $$ select left(id::text, 10) $$;

insert into lead_places
select organization_id, place_of(lead_id), gen_random_uuid(), count(*) from lead_search group by 1, 2;

create or replace function list_new_leads() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  with listed as (
    insert into lead_search
    select organization_id, id, search_text_of(first_name, last_name, email, phone) from made where deleted_at is null
  )
  insert into lead_places
  select organization_id, place_of(id), gen_random_uuid(), count(*) from made where deleted_at is null group by 1, 2;
  return null;
end
$$;
create or replace function list_changed_lead() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if new.deleted_at is not null then
    delete from lead_search where organization_id = new.organization_id and lead_id = new.id;
    insert into lead_places values (new.organization_id, place_of(new.id), gen_random_uuid(), -1);
  elsif old.deleted_at is not null then
    insert into lead_search
    values (new.organization_id, new.id, search_text_of(new.first_name, new.last_name, new.email, new.phone));
    insert into lead_places values (new.organization_id, place_of(new.id), gen_random_uuid(), 1);
  else
    update lead_search set search_text = search_text_of(new.first_name, new.last_name, new.email, new.phone)
    where organization_id = new.organization_id and lead_id = new.id;
  end if;
  return null;
end
$$;
create or replace function forget_gone_leads() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate lead_search, lead_places, lead_events;
    return null;
  end if;
  delete from lead_search s using gone g
  where g.deleted_at is null and s.organization_id = g.organization_id and s.lead_id = g.id;
  insert into lead_places
  select organization_id, place_of(id), gen_random_uuid(), -count(*) from gone where deleted_at is null group by 1, 2;
  delete from lead_events e using gone g where e.organization_id = g.organization_id and e.lead_id = g.id;
  return null;
end
$$;
create or replace function forget_gone_organizations() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate leads, lead_stats cascade;
    return null;
  end if;
  delete from leads l using gone g where l.organization_id = g.id;
  delete from lead_stats s using gone g where s.organization_id = g.id;
  delete from lead_places p using gone g where p.organization_id = g.id;
  return null;
end
$$;
