-- Leads that are likely the same person though their identities differ.

-- Pairs that a person has found to be two people; a < b.
create table dismissed_duplicates (
  organization_id uuid not null references organizations (id) on delete cascade,
  a uuid not null,
  b uuid not null,
  dismissed_by uuid not null,
  -- evidence of the last scan, without what earlier answers taught; null if it had none or a merge passed the answer on
  bits real,
  created_at timestamptz not null default now(),
  primary key (organization_id, a, b),
  check (a < b)
);

-- Likely duplicates of the last scan; a < b.
create table duplicate_pairs (
  organization_id uuid not null references organizations (id) on delete cascade,
  a uuid not null,
  b uuid not null,
  cluster uuid not null,
  -- of the weakest link that holds the cluster together: 1 certain, 2 likely, 3 possible
  cluster_band smallint not null,
  probability real not null,
  band smallint not null,
  -- [{"field", "comparison", "bits"}]
  reasons jsonb not null,
  -- of what was compared: a pair doesn't outlast a change of it
  a_hash bigint not null,
  b_hash bigint not null,
  primary key (organization_id, b, a),
  check (a < b)
);
create index duplicate_pairs_a on duplicate_pairs (organization_id, a);
create index duplicate_pairs_cluster on duplicate_pairs (organization_id, cluster, cluster_band, probability);
create table duplicate_scans (
  organization_id uuid primary key references organizations (id) on delete cascade,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- bits that answers add to the evidence of every pair
  shift real not null default 0,
  -- what the last scan learned, by which new leads are compared; numbers only
  model jsonb,
  -- leads that it compared
  leads integer not null default 0,
  -- changes of leads before have been compared
  linked_at timestamptz
);
-- By which new leads find similar leads: hashes of what the leads have in common.
create table duplicate_index (
  organization_id uuid not null references organizations (id) on delete cascade,
  bucket integer not null,
  -- entries of 20 bytes: a hash and a lead's id, zeros for a hash that too many leads have
  leads bytea not null,
  -- entries of 8 bytes: the hash of a value and the number of leads with it
  counts bytea not null,
  primary key (organization_id, bucket)
);

-- The state before a merge, by which it is undone; gone with its undo, or with one of the leads.
create table lead_merges (
  organization_id uuid not null,
  id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null,
  -- of both leads after the merge: later changes forbid the undo
  kept_version integer not null,
  merged_version integer not null,
  -- leads and sales as they were, and ids of the events and notes that they had
  before jsonb not null,
  -- the same for leads merged at once
  undo_id uuid not null,
  -- evidence of the last scan if a person merged the pair; null for a merge of all
  bits real,
  merged_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, kept_id) references leads (organization_id, id) on delete cascade,
  foreign key (organization_id, merged_id) references leads (organization_id, id) on delete cascade
);
create index lead_merges_undo on lead_merges (organization_id, undo_id);
create index lead_merges_kept on lead_merges (organization_id, kept_id);
create index lead_merges_merged on lead_merges (organization_id, merged_id);

create table duplicate_rules (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- new leads of an import that are certainly a stored lead's person are merged with it
  merge_certain boolean not null
);
-- Imports whose new leads are merged with certain duplicates, or were.
create table import_merges (
  organization_id uuid not null,
  import_id uuid not null,
  -- null until the leads have been compared
  operation_id uuid,
  primary key (organization_id, import_id),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);

call enable_tenant_isolation(array[
  'dismissed_duplicates', 'duplicate_pairs', 'duplicate_scans', 'duplicate_index', 'lead_merges', 'duplicate_rules', 'import_merges'
]);
grant select, insert, update, delete
  on dismissed_duplicates, duplicate_pairs, duplicate_scans, duplicate_index, lead_merges, duplicate_rules, import_merges
  to "app_role";

-- Removes the copies of a merged lead's events from the lead that was kept, and what the merge wrote about how both were made. Events are
-- append-only for the application, which can remove none here that the other lead, or the lead's row, doesn't have.
create function remove_copied_events(organization uuid, kept uuid, merged uuid, origins uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if organization is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'events are removed by their own organization';
  end if;
  delete from lead_events e
  where e.organization_id = organization and e.lead_id = kept and exists (
    select from lead_events m where m.organization_id = organization and m.lead_id = merged and m.id = e.id
  );
  delete from lead_events e using leads l
  where e.organization_id = organization and e.lead_id in (kept, merged) and e.id = any (origins) and e.kind = 'created'
    and l.organization_id = organization and l.id = e.lead_id and l.created_at = e.created_at;
end
$$;
