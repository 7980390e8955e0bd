-- Finding leads: what is searched, what is counted, the indexes of every filter; and the work on many leads at once.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Clauses with these functions may serve as index conditions under row-level security only when they are leakproof.
-- None of them tells anything of its arguments beyond its result. Where the owner is no superuser the searches of a
-- large organization are slower, and right.
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

-- 1: the words that count as qualified, 2: any other status, 0: none yet
create function check_class(status text) returns smallint
language sql immutable parallel safe
as $$
  select (case
    when status is null or btrim(status) = '' then 0
    when lower(btrim(status)) in ('active', 'qualified', 'valid', 'live', 'reachable', 'yes') then 1
    else 2
  end)::smallint
$$;

alter table leads
  -- lower-cased full name, e-mail and the phone's digits, a line each: no search term holds a line break
  add column search_text text not null generated always as (
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) || e'\n' || coalesce(lower(email), '')
      || e'\n' || coalesce(regexp_replace(phone, '\D', '', 'g'), '')
  ) stored,
  add column hlr_class smallint not null generated always as (check_class(hlr)) stored,
  add column whatsapp_class smallint not null generated always as (check_class(whatsapp)) stored,
  -- counts the changes of a lead
  add column version integer not null default 1;

-- An index for each filter, newest first within a value; the bin has its own.
create index leads_live on leads (organization_id, id) where deleted_at is null;
create index leads_country on leads (organization_id, country, id) where deleted_at is null;
create index leads_brand on leads (organization_id, brand, id) where deleted_at is null;
create index leads_source on leads (organization_id, source, id) where deleted_at is null;
create index leads_status on leads (organization_id, status, id) where deleted_at is null;
create index leads_sold on leads (organization_id, id) where deleted_at is null and is_sold;
create index leads_hlr on leads (organization_id, hlr_class, id) where deleted_at is null and hlr_class <> 0;
create index leads_whatsapp on leads (organization_id, whatsapp_class, id) where deleted_at is null and whatsapp_class <> 0;
create index leads_invalid_phone on leads (organization_id, id)
  where deleted_at is null and not number_valid and phone is not null;
create index leads_deposit_date on leads (organization_id, deposit_date, id) where deleted_at is null;
create index leads_deposit_amount on leads (organization_id, deposit_amount, id) where deleted_at is null;
create index leads_tags on leads using gin (organization_id, tags) where deleted_at is null;
create index leads_search on leads using gin (organization_id, search_text gin_trgm_ops) where deleted_at is null;
-- Several filters together are counted from this one alone, without a look at the rows.
create index leads_facets on leads (
  organization_id, country, brand, source, status, is_sold, hlr_class, whatsapp_class, number_valid, deposit_date, deposit_amount
) where deleted_at is null;
create index leads_bin on leads (organization_id, deleted_at) where deleted_at is not null;

-- How many leads outside the bin have a value: the sum of all entries of the value. Writers add entries and never wait
-- for one another; entries are folded into one from time to time.
create table lead_stats (
  organization_id uuid not null references organizations (id) on delete cascade,
  dimension text not null,
  -- '' where a lead has none
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
  -- lanes are worked on at once, each newest first: leads from the lane's cursor up are done, and all of it when the
  -- cursor has come to the lane's low end
  cursors uuid[] not null,
  lows uuid[] not null,
  -- leads made after it began are not its to change
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
  -- the lead's version that a bulk operation made: an undo leaves a lead alone that has moved on since
  add column version integer,
  add column detail text;
create index lead_events_operation on lead_events (organization_id, operation_id, lead_id) where operation_id is not null;

-- A field that was deleted is gone for everyone; its row stays until the values of all leads are removed.
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

-- Pairs that a person has looked at and found to be two people; a < b.
create table dismissed_duplicates (
  organization_id uuid not null references organizations (id) on delete cascade,
  a uuid not null,
  b uuid not null,
  dismissed_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, a, b),
  check (a < b)
);

-- What the last look at all leads found: likely the same person, though the identities differ; a < b.
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

-- The mailbox behind an address: what follows a plus is the reader's own, and Gmail knows no dots.
create function mailbox_of(email text) returns text
language sql immutable parallel safe
as $$
  select case
    when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2)
  end
$$;

-- The digits of a number as typed, without those of an extension behind it.
create function digits_before_extension(phone text) returns text
language sql immutable parallel safe
as $$
  select regexp_replace(regexp_replace(lower(phone), '[\s,;.]*(ext(ension|n)?|x|#)[\s.:]*\d{1,7}\s*$', ''), '\D', '', 'g')
$$;

-- One export each, within five minutes of the password.
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

do $$
declare t text;
begin
  foreach t in array array[
    'lead_stats', 'bulk_operations', 'saved_views', 'user_preferences', 'dismissed_duplicates', 'duplicate_pairs',
    'duplicate_scans', 'export_grants'
  ] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to "app_role" using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid)', t);
    execute format('create policy owner on %I to current_user using (true)', t);
  end loop;
end
$$;

grant select, insert, update, delete
  on lead_stats, bulk_operations, saved_views, user_preferences, dismissed_duplicates, duplicate_pairs, duplicate_scans,
    export_grants to "app_role";

-- Queues the work on a bulk operation in the transaction that creates it.
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

-- Queues the removal of a deleted field's values in the transaction that deletes it.
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

-- Queues a look for duplicates; one at a time for an organization.
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
