-- Rights of the functions that run with those of their owner.

-- They are for the application's role alone,
do $$
declare f regprocedure;
begin
  for f in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef loop
    execute format('revoke execute on routine %s from public', f);
    execute format('grant execute on routine %s to "app_role"', f);
  end loop;
end
$$;
-- but for those of triggers, which nobody calls.
revoke execute on function remove_grid_of_upload, end_queued_import from "app_role";
