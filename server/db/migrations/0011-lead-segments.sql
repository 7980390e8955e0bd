-- Filters without an index each: the leads outside the bin in the order of their ids, cut into segments, and a bitmap for
-- every value that leads of a segment have. What is new or has changed since is read beside them, so all is exact; both
-- become part of segments from time to time. A new lead writes nothing of it.

drop index leads_country;
drop index leads_brand;
drop index leads_source;
drop index leads_tags;
drop index leads_deposit;
drop index leads_facets;
-- The segments know it.
drop table lead_places cascade;

-- How far an organization's leads are in segments; no row: none are.
create table lead_bounds (
  organization_id uuid primary key,
  -- leads from this id on are in no segment
  sealed uuid not null default '00000000-0000-0000-0000-000000000000',
  -- what is to be sealed next: from now on changes below are noted
  sealing uuid not null,
  -- whoever may have missed that has a lower transaction id; null: not known yet
  noted_from xid8
);

-- A segment holds the leads from `low` up to the next segment, or to what is sealed.
create table lead_segments (
  organization_id uuid not null,
  low uuid not null,
  leads integer not null,
  -- of the leads, in their order
  ids uuid[] not null,
  primary key (organization_id, low)
);
alter table lead_segments alter ids set storage external;

-- Which leads of a segment have a value, a bit for each in the order of their ids; no row: none. Dimensions and values are those
-- of `lead_stats`, and email: true, false.
create table lead_bits (
  organization_id uuid not null,
  dimension text collate "C" not null,
  value text collate "C" not null,
  low uuid not null,
  bits bit varying not null,
  primary key (organization_id, dimension, value, low)
) with (toast_tuple_target = 4080);

-- Days since year 1 and amounts in cents as bits: which leads have one, then those whose number has the lowest binary digit,
-- the next one, and so on.
create table lead_slices (
  organization_id uuid not null,
  dimension text collate "C" not null,
  low uuid not null,
  slices bit varying[] not null,
  primary key (organization_id, dimension, low)
);
alter table lead_slices alter slices set storage external;

-- What filters ask of a lead.
create type lead_facets as (
  country text,
  brand text,
  source text,
  status text,
  hlr_class smallint,
  whatsapp_class smallint,
  is_sold boolean,
  number_valid boolean,
  -- '' where there is one
  email text,
  phone text,
  deposit_date date,
  deposit_amount numeric(14, 2),
  tags text[]
);
-- Changes of leads of segments since those were made: what a lead was and what it is; null: not outside the bin.
create table lead_changes (
  organization_id uuid not null,
  lead_id uuid not null,
  entry bigint generated always as identity,
  was lead_facets,
  is_now lead_facets,
  primary key (organization_id, lead_id, entry)
);

call keep_apart(array['lead_bounds', 'lead_segments', 'lead_bits', 'lead_slices', 'lead_changes']);
grant select, insert, update, delete on lead_bounds, lead_segments, lead_bits, lead_slices to "app_role";
grant select, delete on lead_changes to "app_role";

-- The bits of the numbers that are `lowest` or higher.
create function bits_from(slices bit varying[], lowest bigint) returns bit varying
language plpgsql immutable parallel safe
as $$
declare
  found bit varying := slices[1];
begin
  if lowest <= 0 then return found; end if;
  -- From the lowest digit up: a higher one decides, where it differs.
  for i in 2 .. array_length(slices, 1) loop
    if lowest & 1 = 1 then found := found & slices[i]; else found := found | slices[i]; end if;
    lowest := lowest >> 1;
  end loop;
  return case when lowest > 0 then found & ~found else slices[1] & found end;
end
$$;

create or replace function list_new_leads() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into lead_search
  select organization_id, id, search_text_of(first_name, last_name, email, phone) from made where deleted_at is null;
  -- Ids are nearly always newer than what is sealed.
  insert into lead_changes (organization_id, lead_id, is_now)
  select m.organization_id, m.id, case when m.deleted_at is null then row(
      m.country, m.brand, m.source, m.status, m.hlr_class, m.whatsapp_class, m.is_sold, m.number_valid,
      left(m.email, 0), left(m.phone, 0), m.deposit_date, m.deposit_amount, m.tags
    )::lead_facets end
  from made m join lead_bounds b on b.organization_id = m.organization_id and m.id < b.sealing
  where m.deleted_at is null;
  return null;
end
$$;
create function note_changed_leads() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into lead_changes (organization_id, lead_id, was, is_now)
  select * from (
    select n.organization_id, n.id,
    case when o.deleted_at is null then row(
      o.country, o.brand, o.source, o.status, o.hlr_class, o.whatsapp_class, o.is_sold, o.number_valid,
      left(o.email, 0), left(o.phone, 0), o.deposit_date, o.deposit_amount, o.tags
    )::lead_facets end as was,
    case when n.deleted_at is null then row(
      n.country, n.brand, n.source, n.status, n.hlr_class, n.whatsapp_class, n.is_sold, n.number_valid,
      left(n.email, 0), left(n.phone, 0), n.deposit_date, n.deposit_amount, n.tags
    )::lead_facets end as is_now
    from now_is n
    join lead_bounds b on b.organization_id = n.organization_id and n.id < b.sealing
    join was o on o.organization_id = n.organization_id and o.id = n.id
    offset 0
  ) changed
  where was is distinct from is_now;
  return null;
end
$$;

-- For each lead by itself it took as much as all else of its change.
drop trigger lead_search_changed on leads;
drop function list_changed_lead();
create function list_changed_leads() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  with changed as materialized (
    select n.organization_id, n.id, o.deleted_at is null as was_listed, n.deleted_at is null as is_listed,
      n.first_name, n.last_name, n.email, n.phone
    from now_is n join was o on o.organization_id = n.organization_id and o.id = n.id
    where (o.deleted_at is null) <> (n.deleted_at is null)
      or n.deleted_at is null
        and (o.first_name, o.last_name, o.email, o.phone) is distinct from (n.first_name, n.last_name, n.email, n.phone)
  ), gone as (
    delete from lead_search s using changed c
    where not c.is_listed and s.organization_id = c.organization_id and s.lead_id = c.id
  ), come as (
    insert into lead_search
    select organization_id, id, search_text_of(first_name, last_name, email, phone)
    from changed where is_listed and not was_listed
  )
  update lead_search s set search_text = search_text_of(c.first_name, c.last_name, c.email, c.phone)
  from changed c
  where c.is_listed and c.was_listed and s.organization_id = c.organization_id and s.lead_id = c.id;
  return null;
end
$$;

create trigger leads_listed after update on leads referencing old table as was new table as now_is
  for each statement execute function list_changed_leads();
create trigger leads_noted after update on leads referencing old table as was new table as now_is
  for each statement execute function note_changed_leads();

create or replace function forget_gone_leads() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate lead_search, lead_bounds, lead_segments, lead_bits, lead_slices, lead_changes, lead_events;
    return null;
  end if;
  delete from lead_search s using gone g
  where g.deleted_at is null and s.organization_id = g.organization_id and s.lead_id = g.id;
  insert into lead_changes (organization_id, lead_id, was)
  select g.organization_id, g.id, case when g.deleted_at is null then row(
      g.country, g.brand, g.source, g.status, g.hlr_class, g.whatsapp_class, g.is_sold, g.number_valid,
      left(g.email, 0), left(g.phone, 0), g.deposit_date, g.deposit_amount, g.tags
    )::lead_facets end
  from gone g join lead_bounds b on b.organization_id = g.organization_id and g.id < b.sealing
  where g.deleted_at is null;
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
  delete from lead_bounds b using gone g where b.organization_id = g.id;
  delete from lead_segments s using gone g where s.organization_id = g.id;
  delete from lead_bits b using gone g where b.organization_id = g.id;
  delete from lead_slices s using gone g where s.organization_id = g.id;
  delete from lead_changes c using gone g where c.organization_id = g.id;
  return null;
end
$$;
drop function place_of(uuid);
-- Segments count these, and to the cent.
delete from lead_stats where dimension in ('deposit_date', 'amount');
drop function amount_band(numeric);
