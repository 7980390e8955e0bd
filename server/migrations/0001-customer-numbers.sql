-- The first spelling of each number that leads were sold to, by its folded form without surrounding blanks (customerKey in
-- server/lead/sales): numbers that differ in nothing else are one customer.
create table customer_numbers (
  organization_id uuid not null references organizations (id) on delete cascade,
  key text collate "C" not null,
  number text not null,
  primary key (organization_id, key)
);
call enable_tenant_isolation(array['customer_numbers']);
grant select, insert, update, delete on customer_numbers to "app_role";
alter table customer_numbers alter organization_id set statistics 0;
