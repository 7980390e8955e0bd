-- Erasures of persons, and audit entries that they redacted.
create table erasures (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('waiting', 'running', 'completed', 'failed')),
  -- emails, phones, names and leads of the person; null once the erasure has ended
  subject jsonb,
  -- HMAC of the email or phone that was asked for
  subject_hash bytea not null,
  suppress boolean not null,
  reason text,
  -- number of records by place
  found jsonb not null default '{}',
  -- names of backup files that were there at the end
  backups text[] not null default '{}',
  created_by uuid not null,
  created_by_name text not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  erased_at timestamptz,
  primary key (organization_id, id),
  constraint erasures_forget_subject check (status <> 'completed' or subject is null)
);
create index erasures_open on erasures (organization_id) where status in ('waiting', 'running');

-- The seal of a redacted entry covers what it said before. Its present content counts if it is recorded here, and if a later
-- audit entry has the digest of all that were recorded with it.
create table audit_redactions (
  organization_id uuid not null references organizations (id) on delete cascade,
  entry_id uuid not null,
  -- SHA-256 of entry ids and contents that were recorded together
  digest bytea not null,
  -- SHA-256 of the entry as it is since
  content bytea not null,
  primary key (organization_id, entry_id, digest)
);

call enable_tenant_isolation(array['erasures', 'audit_redactions']);
-- The owner erases.
grant select, insert on erasures to "app_role";
grant select on audit_redactions to "app_role";
