-- Fingerprint of the secret key that servers on this database use, so that one with another key refuses to start. The key
-- itself can't be derived from it. Only the owner reads it.
create table secret_key_fingerprint (
  -- Allows one row.
  id boolean primary key default true check (id),
  fingerprint bytea not null
);
