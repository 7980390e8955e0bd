-- no transaction
-- Records the first spelling of each customer number and gives it to what has another: sales, leads, their history, settings
-- and operations. Numbers that only unsold leads have are not customers yet.
do $$
declare
  spellings jsonb[] := array(
    select jsonb_build_array(organization_id, number)
    from (
      select organization_id, customer_number as number, min(sold_at) as first_sale from lead_sales group by 1, 2
      union all
      select organization_id, number, null from customers
    ) held
    group by organization_id, number
    order by min(first_sale) nulls last, number
  );
  item jsonb;
  organization uuid;
  spelling text;
  kept text;
  batch uuid[];
begin
  foreach item in array spellings loop
    insert into customer_numbers (organization_id, key, number)
    values ((item ->> 0)::uuid, coalesce(sort_text(btrim(item ->> 1)), ''), item ->> 1)
    on conflict do nothing;
  end loop;
  commit;
  spellings := spellings || array(
    select jsonb_build_array(organization_id, customer_number) from leads
    where customer_number is not null group by organization_id, customer_number
  );
  foreach item in array spellings loop
    organization := (item ->> 0)::uuid;
    spelling := item ->> 1;
    select number into kept from customer_numbers
    where organization_id = organization and key = coalesce(sort_text(btrim(spelling)), '');
    continue when kept is null or kept = spelling;
    -- Settings of the first spelling win.
    insert into customers (organization_id, number) values (organization, kept) on conflict do nothing;
    update customers k
    set name = coalesce(k.name, o.name), folded_name = coalesce(k.folded_name, o.folded_name),
      price = coalesce(k.price, o.price), currency = coalesce(k.currency, o.currency),
      return_days = coalesce(k.return_days, o.return_days)
    from customers o
    where k.organization_id = organization and k.number = kept and o.organization_id = organization and o.number = spelling;
    delete from customers where organization_id = organization and number = spelling;
    update bulk_operations set action = jsonb_set(action, '{customerNumber}', to_jsonb(kept))
    where organization_id = organization and action ->> 'customerNumber' = spelling;
    commit;
    loop
      batch := array(
        (select lead_id from lead_sales where organization_id = organization and customer_number = spelling limit 1000)
        union
        (select id from leads where organization_id = organization and customer_number = spelling limit 1000)
      );
      exit when batch = '{}';
      -- Undo compares the events with the leads.
      update lead_events
      set changes = jsonb_set(changes, '{customer_number}',
        replace((changes -> 'customer_number')::text, to_jsonb(spelling)::text, to_jsonb(kept)::text)::jsonb)
      where organization_id = organization and lead_id = any (batch)
        and changes -> 'customer_number' @> to_jsonb(spelling);
      update lead_sales set customer_number = kept
      where organization_id = organization and lead_id = any (batch) and customer_number = spelling;
      update leads set customer_number = kept
      where organization_id = organization and id = any (batch) and customer_number = spelling;
      commit;
    end loop;
  end loop;
end
$$;
