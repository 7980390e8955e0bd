-- Leads of two organizations in a database with the schema of version 0012, kept for the upgrade test. `$A` has segments, a
-- log of later changes and leads above the watermark; `$B` has no segments.

create function pg_temp.lead_id(n int) returns uuid language sql immutable
as $$ select ('01900000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-000000000000')::uuid $$;

insert into leads (organization_id, id, first_name, last_name, email, phone, number_valid, country, brand, source, status, is_sold,
  customer_number, hlr, whatsapp, tags, deposit_date, deposit_amount, custom_data, created_by_name, deleted_at)
select o.id, pg_temp.lead_id(n), case when n % 50 = 7 then 'Élodie' else 'First' || n % 50 end, 'Last' || n % 70,
  case when n % 5 > 0 then n || '@mail.test' end,
  case when n % 5 = 0 or n % 3 > 0 then '+49151' || 1000000 + n end, n % 7 > 0 and (n % 5 = 0 or n % 3 > 0),
  (array['Germany', 'France', null])[1 + n % 3], (array['Acme', 'ACME', null])[1 + n / 3 % 3], 'source-' || n % 20,
  (array['new', 'odd', 'qualified', 'new'])[1 + n % 4], n % 6 = 0, case when n % 6 = 0 then 'C' || n % 9 end,
  (array[null, 'active', 'dead'])[1 + n % 3], (array[null, 'yes'])[1 + n % 2],
  case n % 4 when 0 then array['vip'] when 1 then array['vip', 'cold'] else '{}' end,
  case when n % 5 > 0 then date '2024-12-20' + n % 40 end, case when n % 4 > 0 then (n % 30) * 99.75 end,
  jsonb_build_object('Score', n % 10), 'seed', case when n % 11 = 0 then timestamptz '2026-01-01' end
from (values ($A::uuid, 4000), ($B::uuid, 700)) as o (id, leads), generate_series(1, o.leads) as n;

insert into lead_notes (organization_id, lead_id, id, text, created_by_name)
select organization_id, id, id, 'a note', 'seed' from leads where customer_number = 'C1';
insert into lead_sales (organization_id, lead_id, id, customer_number, sold_by_name)
select organization_id, id, id, customer_number, 'seed' from leads where is_sold;
insert into lead_events (organization_id, lead_id, id, kind, changes, actor_name)
select organization_id, id, id, 'sold', '{"is_sold": [false, true]}', 'seed' from leads where is_sold;

-- Three segments of up to a thousand leads each.
insert into lead_bounds (organization_id, sealed, sealing, noted_from)
values ($A, pg_temp.lead_id(3001), pg_temp.lead_id(3501), pg_current_xact_id());
create temp table segments as
select low, high from (values
  ('00000000-0000-0000-0000-000000000000'::uuid, pg_temp.lead_id(1001)),
  (pg_temp.lead_id(1001), pg_temp.lead_id(2001)),
  (pg_temp.lead_id(2001), pg_temp.lead_id(3001))
) as s (low, high);
create temp table listed as
select s.low, row_number() over (partition by s.low order by l.id) as place, count(*) over (partition by s.low) as leads, l.*
from segments s join leads l on l.organization_id = $A and l.id >= s.low and l.id < s.high and l.deleted_at is null;
insert into lead_segments (organization_id, low, leads, ids)
select $A, low, count(*), array_agg(id order by place) from listed group by low;
create temp table facts as
select low, place, leads, dimension, value from listed cross join lateral (
  values ('country', country), ('brand', brand), ('source', source), ('status', status), ('hlr', hlr_class::text),
    ('whatsapp', whatsapp_class::text), ('sold', is_sold::text), ('email', (email is not null)::text),
    ('number', case when phone is null then '' when number_valid then 'valid' else 'invalid' end)
) as f (dimension, value) where value is not null
union all
select low, place, leads, 'tag', unnest(tags) from listed;
-- Returns one bit per lead, padded to whole bytes.
create function pg_temp.bits_of(places bigint[], leads bigint) returns bit varying language sql
as $$
  select string_agg(case when n = any(places) then '1' else '0' end, '' order by n)::bit varying
  from generate_series(1, (leads + 7) / 8 * 8) as n
$$;
insert into lead_bits (organization_id, dimension, value, low, bits)
select $A, dimension, value, low, pg_temp.bits_of(array_agg(place), min(leads)) from facts group by dimension, value, low;
insert into lead_slices (organization_id, dimension, low, slices)
select $A, dimension, low, array_agg(bits order by digit) from (
  select dimension, low, digit,
    pg_temp.bits_of(array_agg(place) filter (where number is not null and (digit = 0 or number >> (digit - 1) & 1 = 1)), min(leads)) as bits
  from listed cross join lateral (
    values ('deposit_date', (deposit_date - date '0001-01-01')::bigint, 20), ('amount', (deposit_amount * 100)::bigint, 19)
  ) as f (dimension, number, digits), generate_series(0, digits) as digit
  group by dimension, low, digit
) as slices group by dimension, low;

-- Later changes: statuses, names, and leads moved to the trash. Logged by hand, because the triggers of version 0012 only run
-- on PostgreSQL 18.
create function pg_temp.facets(l leads) returns lead_facets language sql
as $$
  select case when l.deleted_at is null then row(
    l.country, l.brand, l.source, l.status, l.hlr_class, l.whatsapp_class, l.is_sold, l.number_valid,
    left(l.email, 0), left(l.phone, 0), l.deposit_date, l.deposit_amount, l.tags
  )::lead_facets end
$$;
create function pg_temp.searched(l leads) returns text language sql
as $$ select case when l.deleted_at is null then search_text_of(l.first_name, l.last_name, l.email, l.phone) end $$;
create temp table before as
select * from leads where organization_id = $A and id between pg_temp.lead_id(900) and pg_temp.lead_id(1100);
set session_replication_role = replica;
update leads set status = 'changed', tags = '{cold}', first_name = 'Changed', version = version + 1
where organization_id = $A and id between pg_temp.lead_id(900) and pg_temp.lead_id(1050);
update leads set deleted_at = coalesce(deleted_at, now()), version = version + 1
where organization_id = $A and id between pg_temp.lead_id(1040) and pg_temp.lead_id(1100);
reset session_replication_role;
insert into lead_changes (organization_id, lead_id, was, is_now)
select $A, b.id, pg_temp.facets(b::text::leads), pg_temp.facets(l) from before b join leads l using (organization_id, id)
where pg_temp.facets(b::text::leads) is distinct from pg_temp.facets(l);
insert into lead_text_changes (organization_id, lead_id, was, is_now)
select $A, b.id, pg_temp.searched(b::text::leads), pg_temp.searched(l) from before b join leads l using (organization_id, id)
where pg_temp.searched(b::text::leads) is distinct from pg_temp.searched(l);
delete from lead_search where organization_id = $A;
insert into lead_search
select organization_id, id, pg_temp.searched(l) from leads l where organization_id = $A and deleted_at is null;

insert into lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
select organization_id, d.dimension, d.value, gen_random_uuid(), count(*), count(*) filter (where number_valid),
  count(*) filter (where lower(status) = 'qualified')
from leads
cross join lateral (
  values ('all', ''), ('country', coalesce(country, '')), ('brand', coalesce(brand, '')), ('source', coalesce(source, '')),
    ('status', status), ('sold', is_sold::text), ('hlr', hlr_class::text), ('whatsapp', whatsapp_class::text),
    ('number', case when phone is null then '' when number_valid then 'valid' else 'invalid' end)
) d (dimension, value)
where deleted_at is null
group by 1, 2, 3
union all
select organization_id, 'tag', tag, gen_random_uuid(), count(*), count(*) filter (where number_valid),
  count(*) filter (where lower(status) = 'qualified')
from leads cross join lateral unnest(tags) as tag
where deleted_at is null
group by 1, 2, 3;
drop table before, facts, listed, segments;
discard temp;
