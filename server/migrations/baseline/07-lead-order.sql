-- Sorted pages of the lead list (docs/finding-leads.md, "Sorting"). server/lead/list/sort alone reads and maintains the tables.

-- The form of a text that leads are sorted by: without case and accents, like foldText, in the order of code points. Null if
-- there is none.
create function sort_text(value text) returns text
language sql immutable parallel safe
as $$
  select nullif(case when octet_length(value) = length(value) then lower(value collate "C")
    else translate(replace(replace(replace(
      lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'łøđħŧıς', 'lodhtiσ') collate "C"
  end, '')
$$;

-- Returns the positions of leads in the ids of a segment (lead_segments.ids), for those that it holds.
create function positions_of(ids bytea, leads uuid[]) returns integer[]
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

-- How the values of a field are divided into buckets, in a generation for each time that was decided anew.
create table lead_sort_thresholds (
  organization_id uuid not null,
  -- key of a lead field, or custom:<id of a custom field>
  field text collate "C" not null,
  made uuid not null,
  -- ascending, a JSON array
  thresholds text not null,
  -- pages are read by this generation: each segment has had its buckets
  is_current boolean not null default false,
  -- when the buckets were last looked through for ones with too many leads
  checked_at timestamptz not null default '-infinity',
  primary key (organization_id, field, made)
);

-- The bucket of each lead of a segment.
create table lead_sort_buckets (
  organization_id uuid not null,
  field text collate "C" not null,
  -- the generation of thresholds
  generation uuid not null,
  low uuid not null,
  -- lead_segments.made, as it was then
  segment_made uuid not null,
  -- two bytes a lead in id order; two bytes in all, if all leads are in one bucket
  buckets bytea not null,
  made_at timestamptz not null default now(),
  primary key (organization_id, field, generation, low)
);
alter table lead_sort_buckets alter buckets set storage external;

call enable_tenant_isolation(array['lead_sort_thresholds', 'lead_sort_buckets']);
grant select, insert, update, delete on lead_sort_thresholds, lead_sort_buckets to "app_role";
