-- Functions that run with the rights of their owner are for the application's role alone.
do $$
declare f regprocedure;
begin
  for f in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef loop
    execute format('revoke execute on routine %s from public', f);
    execute format('grant execute on routine %s to "app_role"', f);
  end loop;
end
$$;
