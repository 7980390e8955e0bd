-- Fingerprint of the secret key that servers on this database use, so that one with another key refuses to start. The key
-- itself can't be derived from it. Only the owner reads it.
create table secret_key_fingerprint (
  -- Allows one row.
  id boolean primary key default true check (id),
  fingerprint bytea not null
);

-- Bulk deletions give thousands of leads the same time, and the trash is listed by time and id: without the id, a page sorted
-- thousands of rows, and one far down all rows before it.
drop index leads_bin;
create index leads_bin on leads (organization_id, deleted_at, id) where deleted_at is not null;
