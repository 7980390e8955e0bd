-- Searches find customer numbers, and conditions compare the folded form of every text of a lead.

-- folded: {"search": "<name>\n<email>", "fields": {"<column>": "<text>"}, "custom": {"<field>": "<text>"}}
drop function search_text_of(text, text, text, text, jsonb);
-- Folded full name, e-mail, the customer number if there is one, and the phone's digits, a line each: no search term contains a
-- line break. Printable ASCII is folded by lower-casing it.
create function search_text_of(
  first_name text, last_name text, email text, phone text, customer_number text, folded jsonb
) returns text
language sql immutable parallel safe
as $$
  select coalesce(
      folded ->> 'search',
      lower((coalesce(first_name, '') || ' ' || coalesce(last_name, '') || e'\n' || coalesce(email, '')) collate "C")
    )
    || coalesce(e'\n' || coalesce(folded -> 'fields' ->> 'customer_number', lower(customer_number collate "C")), '')
    || e'\n' || coalesce(regexp_replace(phone, '\D', '', 'g'), '')
$$;

-- The leads of a customer are few among all leads.
create index leads_customer on leads (organization_id, customer_number) where customer_number is not null;

-- The server folds these before it answers (refoldTexts), and makes the index of their organizations anew.
insert into leads_to_fold (organization_id, lead_id)
select organization_id, id from leads
where customer_number is not null
  or concat(
    first_name, last_name, email, phone, carrier, city, address, postcode, ip, currency, card, affiliate, landing_page, agent,
    depositer, brand_agent, hlr, whatsapp
  ) ~ '[^ -~]'
on conflict do nothing;
