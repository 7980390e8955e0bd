-- Schema of version 0012, kept for the upgrade test.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter function textlike(text, text) leakproof;
    alter function arrayoverlap(anyarray, anyarray) leakproof;
    alter function numeric_ge(numeric, numeric) leakproof;
    alter function numeric_le(numeric, numeric) leakproof;
    alter function numeric_lt(numeric, numeric) leakproof;
  end if;
end
$$;

create function check_class(status text) returns smallint
language sql immutable parallel safe
as $$
  select (case
    when status is null or btrim(status) = '' then 0
    when lower(btrim(status)) in ('active', 'qualified', 'valid', 'live', 'reachable', 'yes') then 1
    else 2
  end)::smallint
$$;

create function search_text_of(first_name text, last_name text, email text, phone text) returns text
language sql immutable parallel safe
as $$
  select lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) || e'\n' || coalesce(lower(email), '')
    || e'\n' || coalesce(regexp_replace(phone, '\D', '', 'g'), '')
$$;

create function amount_band(amount numeric) returns text
language sql immutable parallel safe
as $$
  select case
    when amount < 0 then '-1'
    else rpad(left(trunc(amount)::text, 2), length(trunc(amount)::text), '0')
  end
$$;

alter table leads
  add column hlr_class smallint not null generated always as (check_class(hlr)) stored,
  add column whatsapp_class smallint not null generated always as (check_class(whatsapp)) stored,
  add column version integer not null default 1;

create index leads_country on leads (organization_id, country, id) where deleted_at is null;
create index leads_brand on leads (organization_id, brand, id) where deleted_at is null;
create index leads_source on leads (organization_id, source, id) where deleted_at is null;
create index leads_tags on leads using gin (organization_id, tags) where deleted_at is null and tags <> '{}';
create index leads_deposit on leads (organization_id, deposit_date, deposit_amount)
  where deleted_at is null and (deposit_date is not null or deposit_amount is not null);
create index leads_facets on leads (
  organization_id, is_sold, hlr_class, whatsapp_class, number_valid, status, country, brand, source, deposit_date,
  deposit_amount, id
) where deleted_at is null;
create index leads_bin on leads (organization_id, deleted_at) where deleted_at is not null;

create table lead_search (
  organization_id uuid not null,
  lead_id uuid not null,
  search_text text not null,
  primary key (organization_id, lead_id)
);
insert into lead_search
select organization_id, id, search_text_of(first_name, last_name, email, phone) from leads where deleted_at is null;
create index lead_search_text on lead_search using gin (organization_id, search_text gin_trgm_ops);

create function list_new_leads() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into lead_search
  select organization_id, id, search_text_of(first_name, last_name, email, phone) from made where deleted_at is null;
  return null;
end
$$;
create function list_changed_lead() returns trigger
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
create function forget_gone_leads() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate lead_search, lead_events;
    return null;
  end if;
  delete from lead_search s using gone g
  where g.deleted_at is null and s.organization_id = g.organization_id and s.lead_id = g.id;
  delete from lead_events e using gone g where e.organization_id = g.organization_id and e.lead_id = g.id;
  return null;
end
$$;
create trigger lead_search_made after insert on leads referencing new table as made
  for each statement execute function list_new_leads();
create trigger lead_search_changed after update on leads
  for each row when (
    (old.deleted_at is null) <> (new.deleted_at is null)
    or new.deleted_at is null and (
      old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name
      or old.email is distinct from new.email or old.phone is distinct from new.phone
    )
  ) execute function list_changed_lead();
create trigger leads_gone after delete on leads referencing old table as gone
  for each statement execute function forget_gone_leads();
create trigger leads_emptied after truncate on leads
  for each statement execute function forget_gone_leads();

create table lead_stats (
  organization_id uuid not null references organizations (id) on delete cascade,
  dimension text not null,
  value text not null,
  entry uuid not null,
  total bigint not null,
  valid bigint not null,
  qualified bigint not null,
  primary key (organization_id, dimension, value, entry) include (total, valid, qualified)
);

create table bulk_operations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  action jsonb not null,
  selection jsonb not null,
  status text not null check (status in ('processing', 'completed', 'failed')),
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  cursors uuid[] not null,
  lows uuid[] not null,
  up_to uuid not null,
  undoes uuid,
  undone_by uuid,
  failure text,
  created_by uuid not null,
  created_by_name text not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id),
  constraint bulk_operations_every_lead_once check (changed + unchanged + refused = done)
);
create index bulk_operations_unfinished on bulk_operations (created_at) where status = 'processing';

alter table lead_events
  add column operation_id uuid,
  add column version integer,
  add column detail text;
create index lead_events_operation on lead_events (organization_id, operation_id, lead_id) where operation_id is not null;

alter table custom_fields add column deleted_at timestamptz;

create table saved_views (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  name text not null check (btrim(name) <> ''),
  filter jsonb not null,
  columns jsonb,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, user_id, name),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);

create table user_preferences (
  organization_id uuid not null,
  user_id uuid not null,
  key text not null,
  value jsonb not null,
  primary key (organization_id, user_id, key),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);

create table dismissed_duplicates (
  organization_id uuid not null references organizations (id) on delete cascade,
  a uuid not null,
  b uuid not null,
  dismissed_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, a, b),
  check (a < b)
);

create table duplicate_pairs (
  organization_id uuid not null references organizations (id) on delete cascade,
  a uuid not null,
  b uuid not null,
  reason text not null check (reason in ('name_and_postcode', 'email_variant', 'phone_extension')),
  primary key (organization_id, b, a),
  check (a < b)
);
create table duplicate_scans (
  organization_id uuid primary key references organizations (id) on delete cascade,
  finished_at timestamptz not null
);

create function mailbox_of(email text) returns text
language sql immutable parallel safe
as $$
  select case
    when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2)
  end
$$;

create function digits_before_extension(phone text) returns text
language sql immutable parallel safe
as $$
  select regexp_replace(regexp_replace(lower(phone), '[\s,;.]*(ext(ension|n)?|x|#)[\s.:]*\d{1,7}\s*$', ''), '\D', '', 'g')
$$;

create table export_grants (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);

insert into lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
select organization_id, d.dimension, d.value, gen_random_uuid(), count(*), count(*) filter (where number_valid),
  count(*) filter (where lower(status) = 'qualified')
from leads
cross join lateral (
  values ('all', ''), ('country', coalesce(country, '')), ('brand', coalesce(brand, '')), ('source', coalesce(source, '')),
    ('status', status), ('sold', is_sold::text), ('hlr', hlr_class::text), ('whatsapp', whatsapp_class::text),
    ('number', case when phone is null then '' when number_valid then 'valid' else 'invalid' end),
    ('deposit_date', coalesce(deposit_date::text, ''))
) d (dimension, value)
where deleted_at is null
group by 1, 2, 3
union all
select organization_id, 'tag', tag, gen_random_uuid(), count(*), count(*) filter (where number_valid),
  count(*) filter (where lower(status) = 'qualified')
from leads cross join lateral unnest(tags) as tag
where deleted_at is null
group by 1, 2, 3;
drop table lead_counts;

call keep_apart(array[
  'lead_search', 'lead_stats', 'bulk_operations', 'saved_views', 'user_preferences', 'dismissed_duplicates',
  'duplicate_pairs', 'duplicate_scans', 'export_grants'
]);

grant select, insert, update, delete
  on lead_stats, bulk_operations, saved_views, user_preferences, dismissed_duplicates, duplicate_pairs, duplicate_scans,
    export_grants to "app_role";
grant select on lead_search to "app_role";

create function enqueue_bulk(bulk_organization_id uuid, bulk_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if bulk_organization_id is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'a bulk operation is queued by its own organization';
  end if;
  perform graphile_worker.add_job(
    'run_bulk',
    json_build_object('organizationId', bulk_organization_id, 'operationId', bulk_id),
    job_key => 'bulk:' || bulk_id,
    max_attempts => 25
  );
end
$$;

create function enqueue_field_removal(field_organization_id uuid, field_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if field_organization_id is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'a field is removed by its own organization';
  end if;
  perform graphile_worker.add_job(
    'remove_field_values',
    json_build_object('organizationId', field_organization_id, 'fieldId', field_id),
    job_key => 'field:' || field_id,
    max_attempts => 25
  );
end
$$;

create function enqueue_duplicate_scan(scan_organization_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if scan_organization_id is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'duplicates are looked for by their own organization';
  end if;
  perform graphile_worker.add_job(
    'scan_duplicates',
    json_build_object('organizationId', scan_organization_id),
    job_key => 'duplicates:' || scan_organization_id,
    max_attempts => 3
  );
end
$$;
