-- Operations over many leads: bulk changes, and batch updates of numbers and addresses.

create table bulk_operations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  action jsonb not null,
  selection jsonb not null,
  status text not null check (status in ('processing', 'completed', 'failed', 'canceled')),
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  -- of the refused: people on a suppression list
  suppressed integer not null default 0,
  -- names of the lists that they are on; may repeat
  on_lists text[] not null default '{}',
  -- of the refused: leads without a required consent
  no_consent integer not null default 0,
  -- Lanes run in parallel, each newest first: leads from the lane's cursor up are done, and all of it when the cursor has
  -- reached the lane's low end.
  cursors uuid[] not null,
  lows uuid[] not null,
  -- newest lead when the operation began: later ones are not its to change
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
  -- of a batch update: outcomes are committed up to this row
  row_cursor integer not null default 0,
  -- the name of the file, or that the rows were typed
  detail text,
  -- number of rows by outcome
  outcomes jsonb not null default '{}',
  primary key (organization_id, id),
  constraint bulk_operations_every_lead_once check (changed + unchanged + refused = done)
);
create index bulk_operations_unfinished on bulk_operations (created_at) where status = 'processing';

-- Rows of a batch update and their outcomes.
create table operation_rows (
  organization_id uuid not null,
  operation_id uuid not null,
  -- as in the file: its first data row follows the header
  row_number integer not null,
  -- a phone, an e-mail or a lead's id, as given
  identifier text not null,
  -- a status or a phone that the row sets; null where all rows set the same
  value text,
  country text,
  lead_id uuid,
  outcome text check (outcome in
    ('changed', 'unchanged', 'not_found', 'invalid', 'ambiguous', 'conflict', 'already_sold', 'repeated', 'suppressed', 'no_consent', 'refused')),
  -- identifies the lead or number that the row names, so that a later row is known to repeat it
  key text,
  message text,
  primary key (organization_id, operation_id, row_number),
  foreign key (organization_id, operation_id) references bulk_operations (organization_id, id) on delete cascade
-- the outcome of a row fits beside it, which spares its indexes an entry
) with (fillfactor = 60);
create index operation_rows_key on operation_rows (organization_id, operation_id, key) where key is not null;

call enable_tenant_isolation(array['bulk_operations', 'operation_rows']);
grant select, insert, update, delete on bulk_operations, operation_rows to "app_role";
