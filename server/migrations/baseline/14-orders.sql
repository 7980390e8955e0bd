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

-- New leads of a transaction that orders with auto_sell have yet to be offered.
create table order_offers (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  lead_ids uuid[] not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);

call enable_tenant_isolation(array['orders', 'order_offers']);
grant select, insert, update, delete on orders, order_offers to "app_role";

-- Queues the job that offers new leads, in the transaction that creates them.
create function enqueue_offers(offering_organization_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if offering_organization_id is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'leads are offered by their own organization';
  end if;
  perform graphile_worker.add_job(
    'sell_offers',
    json_build_object('organizationId', offering_organization_id),
    job_key => 'offers:' || offering_organization_id,
    max_attempts => 25
  );
end
$$;
