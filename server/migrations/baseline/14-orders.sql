-- Orders of customers. The places that its caps leave are counted from lead_sales, under a lock on the order's row.
create table orders (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_number text not null check (btrim(customer_number) <> ''),
  name text not null check (btrim(name) <> ''),
  active boolean not null,
  -- conditions of the lead list
  conditions jsonb not null,
  price numeric(12, 2) check (price >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  priority integer not null check (priority >= 1),
  weight double precision not null check (weight > 0),
  exclusive boolean not null,
  caps jsonb not null,
  time_zone text not null,
  hours jsonb not null,
  -- last day in its time zone
  ends_on date,
  duplicate_days integer not null check (duplicate_days between 0 and 3650),
  when_closed text not null check (when_closed in ('skip', 'wait')),
  auto_sell boolean not null,
  delivery jsonb not null,
  paused_at timestamptz,
  pause_reason text,
  -- who saved it last
  saved_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint orders_price_and_currency check ((price is null) = (currency is null)),
  constraint orders_paused_with_reason check ((paused_at is null) = (pause_reason is null))
);

-- New leads of a transaction that orders with auto_sell have yet to be offered. Lanes run in parallel.
create table order_offers (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  lane text not null check (lane in ('single', 'batch', 'import')),
  lead_ids uuid[] not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);

-- Secrets of an order's delivery, sealed with the secret key.
create table order_secrets (
  organization_id uuid not null references organizations (id) on delete cascade,
  order_id uuid not null,
  sealed bytea not null,
  primary key (organization_id, order_id)
);

-- Sold leads on their way to buyers, written with the sale; the id is the webhook-id of every attempt.
create table deliveries (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  customer_number text not null,
  lead_id uuid not null,
  sale_id uuid not null,
  state text not null default 'waiting' check (
    state in ('waiting', 'sending', 'accepted', 'rejected', 'duplicate', 'unknown', 'failed', 'canceled')),
  -- from the buyer's answer, or what went wrong
  reason text,
  reference text,
  attempts integer not null default 0,
  -- attempts since it was sold or replayed
  tries integer not null default 0,
  -- an attempt may have arrived though its answer is missing or unclear
  may_be_known boolean not null default false,
  -- when a server takes it; of one that is being sent, when the server counts as dead; null if nothing is sent by itself
  next_at timestamptz,
  -- the attempt that a server makes now
  claim uuid,
  last_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index deliveries_due on deliveries (organization_id, order_id, next_at, id) where next_at is not null;
create index deliveries_order on deliveries (organization_id, order_id, id);
create index deliveries_customer on deliveries (organization_id, customer_number, id);
create index deliveries_lead on deliveries (organization_id, lead_id);
-- asked for after each new suppression
create index deliveries_open on deliveries (organization_id, id) where state in ('waiting', 'unknown');

-- Requests and answers, for 30 days and without secrets.
create table delivery_attempts (
  organization_id uuid not null references organizations (id) on delete cascade,
  delivery_id uuid not null,
  number integer not null,
  lead_id uuid not null,
  at timestamptz not null,
  milliseconds integer not null,
  -- as sent, and with names, emails and phones masked
  request jsonb not null,
  masked_request jsonb not null,
  -- null if none came
  answer jsonb,
  masked_answer jsonb,
  read text check (read in ('accepted', 'duplicate', 'rejected', 'error', 'unknown')),
  reason text,
  primary key (organization_id, delivery_id, number)
);
create index delivery_attempts_at on delivery_attempts (organization_id, at);
create index delivery_attempts_lead on delivery_attempts (organization_id, lead_id);

-- State that the deliveries of an order share; servers claim deliveries under a lock on its row.
create table delivery_queues (
  organization_id uuid not null references organizations (id) on delete cascade,
  order_id uuid not null,
  -- when its next delivery may be due; null if nothing waits
  next_at timestamptz,
  -- nothing is sent before
  held_until timestamptz,
  -- when its rate permits the next delivery
  slot_at timestamptz,
  -- in a row: answers of a misconfigured order, rejections, attempts without an answer
  refusals integer not null default 0,
  rejections integer not null default 0,
  silences integer not null default 0,
  primary key (organization_id, order_id)
);

-- Links in emails to files of sold leads; a file is made when it is asked for, of the leads that are still sold then.
create table delivery_links (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  customer_number text not null,
  -- SHA-256 of the secret in the link
  secret_hash bytea not null,
  delivery_ids uuid[] not null,
  filename text not null,
  expires_at timestamptz not null,
  primary key (organization_id, id)
);
create index delivery_links_expiry on delivery_links (organization_id, expires_at);

-- Buyers' reports on sold leads.
create table sale_outcomes (
  organization_id uuid not null references organizations (id) on delete cascade,
  sale_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  outcome text not null check (outcome in ('accepted', 'rejected', 'converted', 'returned')),
  reason text,
  -- of a converted lead, in the currency of its sale
  revenue numeric(12, 2) check (revenue >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, sale_id, id)
);
create index sale_outcomes_lead on sale_outcomes (organization_id, lead_id);

-- The organization's cost of a lead from a source.
create table source_costs (
  organization_id uuid not null references organizations (id) on delete cascade,
  source text not null check (btrim(source) <> ''),
  cost numeric(12, 2) not null check (cost >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  primary key (organization_id, source)
);

call enable_tenant_isolation(array[
  'orders', 'order_offers', 'order_secrets', 'deliveries', 'delivery_attempts', 'delivery_queues', 'delivery_links',
  'sale_outcomes', 'source_costs'
]);
grant select, insert, update, delete on
  orders, order_offers, order_secrets, deliveries, delivery_attempts, delivery_queues, delivery_links, source_costs to "app_role";
-- Append-only.
grant select, insert on sale_outcomes to "app_role";
