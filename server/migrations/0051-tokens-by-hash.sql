-- A token is found by its hash before its organization is known, like a sign-in name. The index is unique across organizations,
-- so that the table stays on one server where those of organizations are distributed: a call asks no other for its token.

drop index api_tokens_hash;
create unique index api_tokens_hash on api_tokens (token_hash);

create or replace function admit_api_call(looked_up_hash bytea, caller_address text)
returns table (
  calls integer, reset_seconds integer, organization_id uuid, id uuid, name text, scopes text, stale boolean, allow_list text[]
)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  select t.organization_id, t.id, t.name, t.scopes, coalesce(t.last_used_at < now() - interval '1 minute', true)
  into organization_id, id, name, scopes, stale
  from api_tokens t
  where t.token_hash = looked_up_hash and t.revoked_at is null and (t.expires_at is null or t.expires_at > now());
  if found then
    allow_list := array(
      select w.ip_address from ip_whitelist w where w.organization_id = admit_api_call.organization_id and w.is_active);
  end if;
  insert into api_call_windows as w (caller, calls, ends_at)
  values (coalesce('token:' || admit_api_call.id, 'address:' || caller_address), 1, clock_timestamp() + interval '1 minute')
  on conflict (caller) do update set
    calls = case when w.ends_at <= excluded.ends_at - interval '1 minute' then 1 else w.calls + 1 end,
    ends_at = case when w.ends_at <= excluded.ends_at - interval '1 minute' then excluded.ends_at else w.ends_at end
  returning w.calls, greatest(1, ceil(extract(epoch from w.ends_at - clock_timestamp())))::integer
  into calls, reset_seconds;
  return next;
end
$$;
