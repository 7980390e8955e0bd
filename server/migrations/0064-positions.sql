-- Returns the positions of leads in the ids of a segment.
create or replace function positions_of(ids bytea, leads uuid[]) returns integer[]
language plpgsql immutable parallel safe
as $$
declare
  -- Read from where it is stored only once; unlike an operator, `substring` copies what it reads only once as well.
  plain bytea := substring(ids from 1);
  found integer[] := '{}';
  wanted bytea;
  low integer;
  high integer;
  middle integer;
begin
  for i in 1 .. coalesce(array_length(leads, 1), 0) loop
    wanted := uuid_send(leads[i]);
    low := 0;
    high := length(plain) / 16;
    while low < high loop
      middle := (low + high) / 2;
      if substring(plain from 16 * middle + 1 for 16) < wanted then low := middle + 1; else high := middle; end if;
    end loop;
    if substring(plain from 16 * low + 1 for 16) = wanted then found := found || low; end if;
  end loop;
  return found;
end
$$;
