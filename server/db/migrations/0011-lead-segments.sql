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

-- What became of leads of segments since: each change takes away (-1) what was and adds (1) what is.
create table lead_changes (
  organization_id uuid not null,
  lead_id uuid not null,
  entry bigint generated always as identity,
  sign smallint not null,
  country text,
  brand text,
  source text,
  status text not null,
  hlr_class smallint not null,
  whatsapp_class smallint not null,
  is_sold boolean not null,
  number_valid boolean not null,
  -- '' where there is one
  email text,
  phone text,
  deposit_date date,
  deposit_amount numeric(14, 2),
  tags text[] not null,
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
  insert into lead_changes (
    organization_id, lead_id, sign, country, brand, source, status, hlr_class, whatsapp_class, is_sold, number_valid,
    email, phone, deposit_date, deposit_amount, tags
  )
  select m.organization_id, m.id, 1, country, brand, source, status, hlr_class, whatsapp_class, is_sold, number_valid,
    left(email, 0), left(phone, 0), deposit_date, deposit_amount, tags
  from made m join lead_bounds b on b.organization_id = m.organization_id and m.id < b.sealing
  where deleted_at is null;
  return null;
end
$$;
create or replace function list_changed_lead() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if new.deleted_at is not null then
    delete from lead_search where organization_id = new.organization_id and lead_id = new.id;
  elsif old.deleted_at is not null then
    insert into lead_search
    values (new.organization_id, new.id, search_text_of(new.first_name, new.last_name, new.email, new.phone));
  else
    update lead_search set search_text = search_text_of(new.first_name, new.last_name, new.email, new.phone)
    where organization_id = new.organization_id and lead_id = new.id;
  end if;
  return null;
end
$$;

create function note_changed_leads() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into lead_changes (
    organization_id, lead_id, sign, country, brand, source, status, hlr_class, whatsapp_class, is_sold, number_valid,
    email, phone, deposit_date, deposit_amount, tags
  )
  select n.organization_id, n.id, c.*
  from now_is n
  join lead_bounds b on b.organization_id = n.organization_id and n.id < b.sealing
  join was o on o.organization_id = n.organization_id and o.id = n.id
  cross join lateral (
    values
      (-1::smallint, o.country, o.brand, o.source, o.status, o.hlr_class, o.whatsapp_class, o.is_sold, o.number_valid,
        left(o.email, 0), left(o.phone, 0), o.deposit_date, o.deposit_amount, o.tags),
      (1::smallint, n.country, n.brand, n.source, n.status, n.hlr_class, n.whatsapp_class, n.is_sold, n.number_valid,
        left(n.email, 0), left(n.phone, 0), n.deposit_date, n.deposit_amount, n.tags)
  ) c (sign)
  where case c.sign when 1 then n.deleted_at else o.deleted_at end is null
    and (
      o.deleted_at is null, o.country, o.brand, o.source, o.status, o.hlr_class, o.whatsapp_class, o.is_sold, o.number_valid,
      o.email is null, o.phone is null, o.deposit_date, o.deposit_amount, o.tags
    ) is distinct from (
      n.deleted_at is null, n.country, n.brand, n.source, n.status, n.hlr_class, n.whatsapp_class, n.is_sold, n.number_valid,
      n.email is null, n.phone is null, n.deposit_date, n.deposit_amount, n.tags
    );
  return null;
end
$$;
create trigger leads_changed after update on leads referencing old table as was new table as now_is
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
  insert into lead_changes (
    organization_id, lead_id, sign, country, brand, source, status, hlr_class, whatsapp_class, is_sold, number_valid,
    email, phone, deposit_date, deposit_amount, tags
  )
  select g.organization_id, g.id, -1, country, brand, source, status, hlr_class, whatsapp_class, is_sold, number_valid,
    left(email, 0), left(phone, 0), deposit_date, deposit_amount, tags
  from gone g join lead_bounds b on b.organization_id = g.organization_id and g.id < b.sealing
  where deleted_at is null;
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
