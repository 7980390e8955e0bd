-- Rows that became leads, so that edits after an import can update these leads: one entry for each batch of an import.
-- 20 bytes a row; they go with the upload.
create table import_stored_rows (
  organization_id uuid not null,
  import_id uuid not null,
  first_row integer not null,
  last_row integer not null,
  -- row numbers in file order, and the lead of each
  rows integer[] not null,
  leads uuid[] not null,
  primary key (organization_id, import_id, first_row),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);
call enable_tenant_isolation(array['import_stored_rows']);
grant select, insert, update, delete on import_stored_rows to "app_role";

-- The leads that the chosen rows update with their edited cells; null where the rows are imported as the plan says.
alter table import_chosen_rows add column leads uuid[];

create or replace function remove_grid_of_upload() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from import_edits where organization_id = old.organization_id and upload_id = old.id;
  delete from import_grid_rows where organization_id = old.organization_id and upload_id = old.id;
  delete from import_edit_steps where organization_id = old.organization_id and upload_id = old.id;
  delete from import_edit_cells where organization_id = old.organization_id and upload_id = old.id;
  delete from import_stored_rows s using imports i
  where s.organization_id = old.organization_id and i.organization_id = old.organization_id
    and s.import_id = i.id and i.upload_id = old.id;
  return null;
end
$$;
