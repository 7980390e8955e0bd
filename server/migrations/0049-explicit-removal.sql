-- The application's statements do what these triggers did, since tables that are distributed over several servers can't have
-- any: they remove what belongs to an upload, and record the end of a queued import with the import.

drop trigger remove_grid on uploads;
drop function remove_grid_of_upload();
drop trigger imports_end_queued on imports;
drop function end_queued_import();

-- remove_rows_of_uploads clears the column: distributed tables can't have ON DELETE SET NULL.
alter table import_queue drop constraint import_queue_organization_id_upload_id_fkey;
alter table import_queue add foreign key (organization_id, upload_id) references uploads (organization_id, id);

-- Removes what refers to uploads without a cascading foreign key.
create function remove_rows_of_uploads(organization uuid, uploads uuid[]) returns void
language plpgsql set search_path = public, pg_temp
as $$
begin
  update import_queue set upload_id = null where organization_id = organization and upload_id = any (uploads);
  delete from import_edits where organization_id = organization and upload_id = any (uploads);
  delete from import_grid_rows where organization_id = organization and upload_id = any (uploads);
  delete from import_edit_steps where organization_id = organization and upload_id = any (uploads);
  delete from import_edit_cells where organization_id = organization and upload_id = any (uploads);
  delete from import_stored_rows s using imports i
  where s.organization_id = organization and i.organization_id = organization
    and s.import_id = i.id and i.upload_id = any (uploads);
end
$$;
revoke execute on function remove_rows_of_uploads from public;
grant execute on function remove_rows_of_uploads to "app_role";
