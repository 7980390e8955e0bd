-- Texts are searched and filtered by their folded forms, which the application makes (server/lead/values/fold-text.ts).

-- Folded forms of what isn't printable ASCII: {"search": "<name>\n<email>", "custom": {"<field>": "<text>"}}
alter table leads add column folded jsonb;

drop function search_text_of(text, text, text, text);
-- Folded full name and e-mail, and the phone's digits, a line each: no search term contains a line break. Printable ASCII is
-- folded by lower-casing it.
create function search_text_of(first_name text, last_name text, email text, phone text, folded jsonb) returns text
language sql immutable parallel safe
as $$
  select coalesce(
      folded ->> 'search',
      lower((coalesce(first_name, '') || ' ' || coalesce(last_name, '') || e'\n' || coalesce(email, '')) collate "C")
    ) || e'\n' || coalesce(regexp_replace(phone, '\D', '', 'g'), '')
$$;

-- Leads whose texts the server folds anew before it serves anything: all that isn't printable ASCII.
create table leads_to_fold (
  organization_id uuid not null references organizations (id) on delete cascade,
  lead_id uuid not null,
  primary key (organization_id, lead_id)
);
call enable_tenant_isolation(array['leads_to_fold']);
grant select, insert, update, delete on leads_to_fold to "app_role";

insert into leads_to_fold (organization_id, lead_id)
select organization_id, id from leads
where first_name ~ '[^ -~]' or last_name ~ '[^ -~]' or email ~ '[^ -~]' or custom_data::text ~ '[^ -~]|\\[bfnrtu]'
  -- under some locales, such as Turkish, not even ASCII was lower-cased so
  or lower('I') <> 'i';

-- The index is made anew in the background: its substrings are longer, and their trigrams hashed another way.
truncate lead_bitmaps, lead_bit_slices, lead_change_log, lead_segments, lead_index;
-- When the segment was made; substrings are indexed once no segment was made for a while.
alter table lead_segments add column made_at timestamptz not null default now();
alter table lead_index drop column written, drop column busy_at;

-- The posting list of a term in a segment's substrings; empty where not all trigrams of the term are in the segment, null
-- where nothing tells. The offsets of posting lists are six letters A to P before each substring, which is at most 64
-- characters long and without capital letters.
create or replace function posting_of(dictionary bytea, postings bytea, trigrams bytea, term text, bits integer[]) returns bytea
language plpgsql immutable strict parallel safe
as $$
declare
  at integer := position(convert_to(term, 'UTF8') in dictionary);
  before text;
  behind text;
  first integer;
begin
  if at = 0 then
    trigrams := trigrams || ''::bytea;
    return case when exists (select from unnest(bits) as bit where get_bit(trigrams, bit) = 0) then ''::bytea end;
  end if;
  before := convert_from(substring(dictionary from greatest(at - 200, 1) for least(at - 1, 200)), 'LATIN1');
  behind := convert_from(substring(dictionary from at for 400), 'LATIN1');
  first := offset_in(substring(before from '([A-P]{6})[^A-P]*$'));
  return substring(postings from first + 1 for offset_in(substring(behind from '[A-P]{6}')) - first);
end
$$;
