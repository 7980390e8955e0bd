-- People who must not be contacted. Entries hold no plain values: keyed hashes (server/lead/suppression/keys.ts) and masked hints.

create table suppression_settings (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- keys the hashes of the entries; sealed with the server's secret key, null until the first one
  sealed_secret bytea,
  -- ISO code: how entries in national form are read
  default_country text,
  -- latest entry for which all leads have to be read, until they are marked
  scan_due uuid,
  -- milliseconds of the ids of the entries added last; each transaction that adds entries has others, in the order of commits
  entry_stamp bigint not null default 0
);

create table suppression_lists (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null check (btrim(name) <> ''),
  -- counts for sales, exports and deliveries to this customer only
  customer_number text,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index suppression_lists_name on suppression_lists (organization_id, lower(name));
create unique index suppression_lists_default on suppression_lists (organization_id) where is_default;

create table suppressions (
  organization_id uuid not null,
  -- UUIDv7: the order of ids is the order of creation
  id uuid not null,
  list_id uuid not null,
  -- first half of the keyed SHA-256 of kind and value
  key uuid not null,
  kind text not null check (kind in ('email', 'phone', 'domain', 'prefix', 'hash')),
  hash text check (hash in ('md5', 'sha1', 'sha256')),
  -- characters of a prefix
  length smallint not null default 0,
  hint text not null,
  reason text,
  source text,
  expires_at timestamptz,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, list_id) references suppression_lists (organization_id, id) on delete cascade
);
create unique index suppressions_key on suppressions (organization_id, key, list_id);
create index suppressions_list on suppressions (organization_id, list_id, id);
create index suppressions_expiring on suppressions (expires_at, organization_id) where expires_at is not null;

-- Entries of each list by form: its size, and the hashes that a lead needs to be looked up.
create table suppression_counts (
  organization_id uuid not null,
  list_id uuid not null,
  kind text not null,
  -- '' without one
  hash text not null,
  length smallint not null,
  entries integer not null,
  primary key (organization_id, list_id, kind, hash, length),
  foreign key (organization_id, list_id) references suppression_lists (organization_id, id) on delete cascade
);

-- Bloom filter of the keys of an organization with many entries (server/lead/suppression/key-filter.ts), in parts.
create table suppression_filters (
  organization_id uuid not null references organizations (id) on delete cascade,
  part smallint not null,
  -- has all entries up to this `entry_stamp`, and maybe removed ones
  stamp bigint not null,
  entries integer not null,
  bits bytea not null,
  primary key (organization_id, part)
);
alter table suppression_filters alter column bits set storage external;

-- Leads whose email or phone changed in the open transaction, until the store has looked them up.
create table leads_to_mark (
  organization_id uuid not null references organizations (id) on delete cascade,
  lead_id uuid not null,
  primary key (organization_id, lead_id)
);

call enable_tenant_isolation(array[
  'suppression_settings', 'suppression_lists', 'suppressions', 'suppression_counts', 'suppression_filters', 'leads_to_mark'
]);
grant select, insert, update, delete
  on suppression_settings, suppression_lists, suppressions, suppression_counts, suppression_filters, leads_to_mark
  to "app_role";
