-- Removes the timelines of leads that were deleted for good, in the transaction of the deletion. Events are append-only for the
-- application: it can't remove those of a lead that still exists.
create function delete_events_of_deleted(organization uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- The owner removes expired leads of every organization.
  if session_user <> current_user
    and organization is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'events are removed by their own organization';
  end if;
  delete from lead_events e
  where e.organization_id = organization and e.lead_id = any (ids)
    and not exists (select from leads l where l.organization_id = organization and l.id = e.lead_id);
end
$$;
revoke execute on function delete_events_of_deleted from public;
grant execute on function delete_events_of_deleted to "app_role";
