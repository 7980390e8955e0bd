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
  -- the order that took the lead; null for a sale without
  order_id uuid,
  -- false lets orders sell the lead to other customers too
  exclusive boolean not null default true,
  -- country of the lead when it was sold, for caps by country
  country text,
  -- keyed hashes of email and valid phone when it was sold, so that a customer doesn't get a person twice
  email_key uuid,
  phone_key uuid,
  primary key (organization_id, lead_id, id),
  constraint lead_sales_price_and_currency check ((price is null) = (currency is null))
);
-- Sales of a customer, newest first.
create index lead_sales_customer on lead_sales (organization_id, customer_number, sold_at desc, id desc) where counted;
-- Serves every total without reading the table.
create index lead_sales_period on lead_sales (organization_id, sold_at)
  include (customer_number, source, price, currency, returned_at) where counted;

-- Serves the caps of an order.
create index lead_sales_order on lead_sales (organization_id, order_id, sold_at)
  include (country, price, currency) where order_id is not null and counted and returned_at is null;
create index lead_sales_email on lead_sales (organization_id, email_key) where email_key is not null;
create index lead_sales_phone on lead_sales (organization_id, phone_key) where phone_key is not null;

-- Columns of exports under a name.
create table column_sets (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null check (btrim(name) <> ''),
  columns text[] not null,
  primary key (organization_id, id),
  unique (organization_id, name)
);

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
  -- columns of its deliveries; null: all
  column_set_id uuid,
  primary key (organization_id, number),
  constraint customers_price_and_currency check ((price is null) = (currency is null)),
  foreign key (organization_id, column_set_id) references column_sets (organization_id, id)
);

-- The first spelling of each number that leads were sold to, by its folded form without surrounding blanks (customerKey in
-- server/lead/sales): numbers that differ in nothing else are one customer.
create table customer_numbers (
  organization_id uuid not null references organizations (id) on delete cascade,
  key text collate "C" not null,
  number text not null,
  primary key (organization_id, key)
);

call enable_tenant_isolation(array['lead_sales', 'column_sets', 'customers', 'customer_numbers']);
grant select, insert, update, delete on lead_sales, column_sets, customers, customer_numbers to "app_role";
