-- Sales of leads, and what an organization knows about its customers.

-- A sale holds no data of the person and outlives the lead: what was earned doesn't change when a lead is deleted for good.
create table lead_sales (
  organization_id uuid not null references organizations (id) on delete cascade,
  lead_id uuid not null,
  id uuid not null,
  customer_number text not null,
  sold_by uuid,
  sold_by_name text not null,
  sold_at timestamptz not null default now(),
  returned_at timestamptz,
  returned_by_name text,
  price numeric(12, 2) check (price >= 0),
  -- ISO 4217
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- source of the lead when it was sold, cut to what an index takes
  source text,
  return_reason text,
  -- false for a sale that was undone, and for the copy that stays with a merged lead: totals leave them out
  counted boolean not null default true,
  primary key (organization_id, lead_id, id),
  constraint lead_sales_price_and_currency check ((price is null) = (currency is null))
);
-- Sales of a customer, newest first.
create index lead_sales_customer on lead_sales (organization_id, customer_number, sold_at desc, id desc) where counted;
-- Serves every total without reading the table.
create index lead_sales_period on lead_sales (organization_id, sold_at)
  include (customer_number, source, price, currency, returned_at) where counted;

-- Records of customers; a customer that was only sold to has no row.
create table customers (
  organization_id uuid not null references organizations (id) on delete cascade,
  number text not null check (btrim(number) <> ''),
  name text check (btrim(name) <> ''),
  -- folded form, by which it is searched
  folded_name text,
  contact text,
  email text,
  phone text,
  notes text,
  -- offered for the next sale; without them, those of the last sale are
  price numeric(12, 2) check (price >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- days after a sale in which everyone may return it; null: any time
  return_days integer check (return_days between 0 and 3650),
  primary key (organization_id, number),
  constraint customers_price_and_currency check ((price is null) = (currency is null))
);

call enable_tenant_isolation(array['lead_sales', 'customers']);
grant select, insert, update, delete on lead_sales, customers to "app_role";
