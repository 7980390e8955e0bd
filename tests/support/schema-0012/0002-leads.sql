-- Schema of version 0012, kept for the upgrade test.

create table custom_fields (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null check (btrim(name) <> ''),
  type text not null check (type in ('text', 'number', 'date', 'boolean')),
  required boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, name)
);

create table leads (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  first_name text,
  last_name text,
  email text check (email <> ''),
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
  deleted_at timestamptz,
  primary key (organization_id, id),
  constraint leads_reachable check (email is not null or phone is not null)
);
create unique index leads_email on leads (organization_id, email) where deleted_at is null;
create unique index leads_phone on leads (organization_id, phone) where number_valid and deleted_at is null;
create index leads_import on leads (organization_id, import_id) where import_id is not null;

create table lead_notes (
  organization_id uuid not null,
  lead_id uuid not null,
  id uuid not null,
  text text not null,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, lead_id, id),
  foreign key (organization_id, lead_id) references leads (organization_id, id) on delete cascade
);

create table lead_sales (
  organization_id uuid not null,
  lead_id uuid not null,
  id uuid not null,
  customer_number text not null,
  sold_by uuid,
  sold_by_name text not null,
  sold_at timestamptz not null default now(),
  returned_at timestamptz,
  returned_by_name text,
  primary key (organization_id, lead_id, id),
  foreign key (organization_id, lead_id) references leads (organization_id, id) on delete cascade
);

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
  primary key (organization_id, lead_id, id)
);
create index lead_events_import on lead_events (organization_id, import_id) where import_id is not null;

create table lead_counts (
  organization_id uuid not null references organizations (id) on delete cascade,
  slot smallint not null,
  leads bigint not null,
  primary key (organization_id, slot)
);

call keep_apart(array['custom_fields', 'leads', 'lead_notes', 'lead_sales', 'lead_events', 'lead_counts']);

grant select, insert, update, delete on custom_fields, leads, lead_notes, lead_sales, lead_counts to "app_role";
grant select, insert on lead_events to "app_role";
