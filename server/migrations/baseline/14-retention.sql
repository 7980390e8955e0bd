-- Rules that remove leads after some time, and what they did each night.
create table retention_rules (
  organization_id uuid not null references organizations (id) on delete cascade,
  id text not null,
  -- rules work in this order
  position integer not null,
  name text not null check (btrim(name) <> ''),
  -- conditions of the lead list
  conditions jsonb not null,
  after_days integer not null check (after_days between 1 and 3650),
  after_of text not null check (after_of in ('created', 'lastActivity', 'sold')),
  action text not null check (action in ('trash', 'anonymise', 'erase')),
  grace_days integer not null check (grace_days between 0 and 90),
  -- who saved it last
  saved_by uuid not null,
  primary key (organization_id, id)
);

-- The rule is copied: a run ends as its rule was when it began.
create table retention_runs (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  rule_id text not null,
  -- the night, in UTC: a rule runs once
  day date not null,
  name text not null,
  conditions jsonb not null,
  after_days integer not null,
  after_of text not null,
  action text not null,
  grace_days integer not null,
  started_by uuid not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'running', 'grace', 'ending', 'completed', 'undone', 'failed')),
  -- takes the leads: to the bin, or at once for good
  operation_id uuid,
  grace_ends_at timestamptz,
  -- makes the action final after the grace period
  end_operation_id uuid,
  failure text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, rule_id, day)
);
create index retention_runs_open on retention_runs (organization_id, id) where status in ('waiting', 'running', 'grace', 'ending');

call enable_tenant_isolation(array['retention_rules', 'retention_runs']);
grant select, insert, update, delete on retention_rules to "app_role";
-- The owner works on runs; an undo ends one.
grant select, update on retention_runs to "app_role";
