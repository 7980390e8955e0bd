-- The server removes what belongs to an upload, and records the end of a queued import with the import, because tables that are
-- distributed over several servers can't have triggers. The triggers remove_grid and imports_end_queued, which did so, stay for
-- servers of the version before.

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
