-- Rows of imports that were duplicates, by their source: how many leads of a supplier were known already.
create table import_duplicates (
  organization_id uuid not null,
  import_id uuid not null,
  -- '' for rows without one
  source text not null,
  duplicates integer not null,
  primary key (organization_id, import_id, source),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);
call enable_tenant_isolation(array['import_duplicates']);
grant select, insert, update, delete on import_duplicates to "app_role";
