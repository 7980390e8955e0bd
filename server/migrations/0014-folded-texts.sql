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
