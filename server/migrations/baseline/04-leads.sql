-- Leads, their searched texts, notes, timeline and counts, and their custom fields and statuses. server/lead/store is the only
-- code that writes leads.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Under row-level security an index serves a clause only when its functions are leakproof. None of these reveals more of its
-- arguments than its result. Where the owner is no superuser, searches of a large organization are slower but right.
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter function textlike(text, text) leakproof;
    alter function arrayoverlap(anyarray, anyarray) leakproof;
    alter function numeric_ge(numeric, numeric) leakproof;
    alter function numeric_le(numeric, numeric) leakproof;
    alter function numeric_lt(numeric, numeric) leakproof;
    alter function regexp_replace(text, text, text, text) leakproof;
  end if;
end
$$;

create table custom_fields (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  -- names the values of leads; never changes
  name text not null check (btrim(name) <> ''),
  -- as screens and files show it, once renamed
  label text check (btrim(label) <> ''),
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice')),
  required boolean not null default false,
  -- values of a choice
  options text[] not null default '{}',
  created_at timestamptz not null default now(),
  -- the field is gone for everyone; its row stays until a job has removed the values of all leads
  deleted_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, name)
);

-- Statuses that the leads of an organization can be given. Leads hold the key, which never changes, so that a status is renamed
-- at once for any number of leads.
create table lead_statuses (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  -- value of leads.status: the first name, unless another status has it
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

-- Class of an HLR or WhatsApp status. 1: words that count as qualified, 2: any other status, 0: none
create function check_class(status text) returns smallint
language sql immutable parallel safe
as $$
  select (case
    when status is null or btrim(status) = '' then 0
    when lower(btrim(status)) in ('active', 'qualified', 'valid', 'live', 'reachable', 'yes') then 1
    else 2
  end)::smallint
$$;

-- No foreign key to organizations: its look-up would be a sixth of the cost of every new lead. Row-level security admits
-- rows of the transaction's own organization only, and the store deletes the leads of an organization that is deleted.
create table leads (
  organization_id uuid not null,
  -- UUIDv7 made by the application: the order of ids is the order of creation
  id uuid not null,
  first_name text,
  last_name text,
  -- trimmed and lower-cased: it is an identity
  email text check (email <> ''),
  -- E.164 when number_valid, otherwise as typed
  phone text check (phone <> ''),
  carrier text,
  number_valid boolean not null default false check (not number_valid or phone like '+%'),
  country text,
  city text,
  address text,
  postcode text,
  ip text,
  brand text,
  currency text,
  deposit_amount numeric(14, 2),
  deposit_date date,
  source text,
  card text,
  affiliate text,
  landing_page text,
  agent text,
  depositer text,
  brand_agent text,
  hlr text,
  hlr_checked_at timestamptz,
  hlr_source text,
  whatsapp text,
  whatsapp_checked_at timestamptz,
  whatsapp_source text,
  status text not null default 'new',
  is_sold boolean not null default false,
  customer_number text,
  tags text[] not null default '{}',
  custom_data jsonb not null default '{}',
  import_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- in the trash since; a lead in the trash is found by nothing and duplicates no other
  deleted_at timestamptz,
  hlr_class smallint not null generated always as (check_class(hlr)) stored,
  whatsapp_class smallint not null generated always as (check_class(whatsapp)) stored,
  -- counts the changes of the lead
  version integer not null default 1,
  -- null for imported leads: the import says who made it
  created_by_name text,
  -- folded forms of what isn't printable ASCII:
  -- {"search": "<name>\n<email>", "fields": {"<column>": "<text>"}, "custom": {"<field>": "<text>"}}
  folded jsonb,
  -- folded texts of its notes, a line each
  searched_notes text,
  -- a user of the organization; one who was deleted counts as none
  owner_id uuid,
  -- the next step
  due_on date,
  due_note text,
  -- its email or phone is on a list of people who must not be contacted
  suppressed boolean not null default false,
  -- the latest state by channel, such as {"phone": "given"}; null where nothing is recorded. Written with lead_consents.
  consent jsonb,
  primary key (organization_id, id),
  constraint leads_reachable check (email is not null or phone is not null)
);
create unique index leads_email on leads (organization_id, email) where deleted_at is null;
create unique index leads_phone on leads (organization_id, phone) where number_valid and deleted_at is null;
create index leads_import on leads (organization_id, import_id) where import_id is not null;
-- The trash by time and id: bulk deletions give thousands of leads the same time, and without the id a page would sort them all.
create index leads_trash on leads (organization_id, deleted_at, id) where deleted_at is not null;
-- Numbers that could not be read are found as they were typed, by their digits.
create index leads_typed_phone on leads (organization_id, regexp_replace(phone, '\D', '', 'g'))
  where deleted_at is null and not number_valid and phone is not null;
-- Programs ask for what changed. A B-tree on a time that every change sets would make each change write every index of leads;
-- a block range index leaves them alone.
create index leads_updated on leads using brin (organization_id, updated_at) with (pages_per_range = 8, autosummarize = on);
create index leads_suppressed on leads (organization_id, id) where suppressed;
-- The leads of a customer are few among all leads.
create index leads_customer on leads (organization_id, customer_number) where customer_number is not null;

-- Texts are searched and filtered by their folded forms, which the application makes (server/lead/values/fold-text.ts).
-- Returns the folded full name, e-mail, the customer number and the notes if there are any, and the phone's digits, a line
-- each: no search term contains a line break. Printable ASCII is folded by lower-casing it.
create function search_text_of(
  first_name text, last_name text, email text, phone text, customer_number text, folded jsonb,
  searched_notes text
) returns text
language sql immutable parallel safe
as $$
  select coalesce(
      folded ->> 'search',
      lower((coalesce(first_name, '') || ' ' || coalesce(last_name, '') || e'\n' || coalesce(email, '')) collate "C")
    )
    || coalesce(e'\n' || coalesce(folded -> 'fields' ->> 'customer_number', lower(customer_number collate "C")), '')
    || coalesce(e'\n' || searched_notes, '')
    || e'\n' || coalesce(regexp_replace(phone, '\D', '', 'g'), '')
$$;

-- Searched texts of the leads outside the trash. A table of its own keeps the most expensive index out of other changes of a
-- lead, and a search reads less.
create table lead_search (
  organization_id uuid not null,
  lead_id uuid not null,
  search_text text not null,
  primary key (organization_id, lead_id)
);
create index lead_search_text on lead_search using gin (organization_id, search_text gin_trgm_ops);

-- Leads whose texts the server folds anew before it serves anything: those of an upgraded database that aren't printable ASCII.
create table leads_to_fold (
  organization_id uuid not null references organizations (id) on delete cascade,
  lead_id uuid not null,
  primary key (organization_id, lead_id)
);

create table lead_notes (
  organization_id uuid not null,
  lead_id uuid not null,
  id uuid not null,
  text text not null,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  -- the import that added the note: its undo removes the note, and the note doesn't keep the lead from the undo
  import_id uuid,
  primary key (organization_id, lead_id, id),
  foreign key (organization_id, lead_id) references leads (organization_id, id) on delete cascade
);
create index lead_notes_import on lead_notes (organization_id, import_id) where import_id is not null;

-- The timeline of leads, from which an undo restores them. changes: {"<column>": [before, after]}.
-- No foreign key: an event is written while its lead is locked, and the store removes both together. The look-up of a key
-- would be half the cost of an event.
create table lead_events (
  organization_id uuid not null,
  lead_id uuid not null,
  id uuid not null,
  kind text not null,
  changes jsonb not null default '{}',
  import_id uuid,
  actor_id uuid,
  actor_name text not null,
  created_at timestamptz not null default now(),
  operation_id uuid,
  -- version of the lead that a bulk operation made: an undo leaves alone leads that changed since
  version integer,
  detail text,
  primary key (organization_id, lead_id, id)
);
create index lead_events_operation on lead_events (organization_id, operation_id, lead_id) where operation_id is not null;
-- An undo goes through an import's changes from the last to the first, by their ids.
create index lead_events_import on lead_events (organization_id, import_id, id) where import_id is not null;

-- How many leads outside the trash have a value: the sum over all entries of the value. Writers add entries and never wait
-- for one another; entries are summed up from time to time. The dimension "created" has the days of creation, in UTC.
create table lead_stats (
  organization_id uuid not null,
  dimension text not null,
  -- '' for leads that have none
  value text not null,
  entry uuid not null,
  total bigint not null,
  valid bigint not null,
  qualified bigint not null,
  primary key (organization_id, dimension, value, entry) include (total, valid, qualified)
);

call enable_tenant_isolation(array[
  'custom_fields', 'lead_statuses', 'leads', 'lead_search', 'lead_notes', 'lead_events', 'lead_stats', 'leads_to_fold'
]);
grant select, insert, update, delete
  on custom_fields, leads, lead_search, lead_notes, lead_stats, leads_to_fold to "app_role";
-- A deleted status keeps its row.
grant select, insert, update on lead_statuses to "app_role";
-- Append-only.
grant select, insert on lead_events to "app_role";

-- Removes the timelines of leads that were deleted for good, in the transaction of the deletion. Events are append-only for the
-- application: it can't remove those of a lead that still exists.
create function delete_events_of_deleted(organization uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- The owner removes expired leads of every organization.
  if session_user <> current_user
    and organization is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'events are removed by their own organization';
  end if;
  delete from lead_events e
  where e.organization_id = organization and e.lead_id = any (ids)
    and not exists (select from leads l where l.organization_id = organization and l.id = e.lead_id);
end
$$;
