-- Price, currency, supplier and return reason of sales, and what an organization knows about its customers.

alter table lead_sales
  add price numeric(12, 2) check (price >= 0),
  -- ISO 4217
  add currency text check (currency ~ '^[A-Z]{3}$'),
  -- source of the lead when it was sold, cut to what an index takes
  add source text,
  add return_reason text,
  -- false for a sale that was undone, and for the copy that stays with a merged lead: totals leave them out
  add counted boolean not null default true,
  add constraint lead_sales_price_and_currency check ((price is null) = (currency is null)),
  -- A sale holds no data of the person and outlives the lead: what was earned doesn't change when a lead is deleted for good.
  drop constraint lead_sales_organization_id_lead_id_fkey,
  add foreign key (organization_id) references organizations (id) on delete cascade;

update lead_sales s set source = left(l.source, 200)
from leads l where l.organization_id = s.organization_id and l.id = s.lead_id and l.source is not null;

-- Until now, the undo of a sale looked like a return.
update lead_sales s set counted = false, return_reason = 'Undone'
where returned_at is not null and exists (
  select from lead_events e
  where e.organization_id = s.organization_id and e.lead_id = s.lead_id and e.kind = 'undo' and e.created_at = s.returned_at
);

-- A merge copies sales with their ids. The copy of the lead that remained counts.
update lead_sales s set counted = false
from (
  select c.organization_id, c.lead_id, c.id,
    row_number() over (partition by c.organization_id, c.id order by l.deleted_at is not null, c.lead_id) as place
  from lead_sales c join leads l on l.organization_id = c.organization_id and l.id = c.lead_id
) r
where r.place > 1 and s.organization_id = r.organization_id and s.lead_id = r.lead_id and s.id = r.id;

-- Sales of a customer, newest first.
create index lead_sales_customer on lead_sales (organization_id, customer_number, sold_at desc, id desc) where counted;
-- Serves every total without reading the table.
create index lead_sales_period on lead_sales (organization_id, sold_at)
  include (customer_number, source, price, currency, returned_at) where counted;

-- Settings of customers; a customer that has none has no row.
create table customers (
  organization_id uuid not null references organizations (id) on delete cascade,
  number text not null check (btrim(number) <> ''),
  name text check (btrim(name) <> ''),
  -- folded form, by which it is searched
  folded_name text,
  -- offered for the next sale; without them, those of the last sale are
  price numeric(12, 2) check (price >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- days after a sale in which everyone may return it; null: any time
  return_days integer check (return_days between 0 and 3650),
  primary key (organization_id, number),
  constraint customers_price_and_currency check ((price is null) = (currency is null))
);
call enable_tenant_isolation(array['customers']);
grant select, insert, update, delete on customers to "app_role";
