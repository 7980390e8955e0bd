-- Calls of the public API are counted in the database, so that the rate limit holds across servers, in the statement that
-- looks the token up, so that a revocation and a change of the allow-list hold from the next call on.

drop function api_token(bytea);

-- Calls of each caller in its current minute. Unlogged: a crash of PostgreSQL gives every caller a new minute, and no call
-- waits for the disk.
create unlogged table api_call_windows (
  -- 'token:…' or 'address:…'
  caller text primary key,
  calls integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

-- Counts a call, also one that is over the limit, and returns how many the caller made in this minute and when it ends.
-- Returns the token of the hash with its organization's allow-list; its columns are null, and the call counts for the
-- address, if there is no such token or it was revoked or has expired. A token is stale when its last use was recorded more
-- than a minute ago.
create function admit_api_call(looked_up_hash bytea, caller_address text)
returns table (
  calls integer, reset_seconds integer, organization_id uuid, id uuid, name text, scopes text, stale boolean, allow_list text[]
)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  select t.organization_id, t.id, t.name, t.scopes, coalesce(t.last_used_at < now() - interval '1 minute', true),
    array(select w.ip_address from ip_whitelist w where w.organization_id = t.organization_id and w.is_active)
  into organization_id, id, name, scopes, stale, allow_list
  from api_tokens t
  where t.token_hash = looked_up_hash and t.revoked_at is null and (t.expires_at is null or t.expires_at > now());
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
revoke execute on function admit_api_call from public;
grant execute on function admit_api_call to "app_role";
