-- The planner would take an organization that its statistics don't know for empty, and compare each lead with each. Without
-- statistics of their own it takes all for a 200th of a table, whose size it knows at any time.
do $$
declare t regclass;
begin
  for t in
    select a.attrelid from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'organization_id'
  loop
    execute format('alter table %s alter organization_id set statistics 0', t);
  end loop;
end
$$;
