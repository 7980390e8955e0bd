-- Lists of numbers and addresses that people work through: statuses of numbers, sales, new phones.

-- What a list names, row by row, and what became of it.
create table operation_rows (
  organization_id uuid not null,
  operation_id uuid not null,
  -- as in the file: its first data row follows the header
  row_number integer not null,
  -- a phone, an e-mail or a lead's id, as it was given
  identifier text not null,
  -- what the row sets: a status or a phone; null where all rows set the same
  value text,
  country text,
  lead_id uuid,
  outcome text check (outcome in
    ('changed', 'unchanged', 'not_found', 'invalid', 'ambiguous', 'conflict', 'already_sold', 'repeated')),
  -- what the row turned out to name: by it a later row is known to repeat this one
  key text,
  message text,
  primary key (organization_id, operation_id, row_number),
  foreign key (organization_id, operation_id) references bulk_operations (organization_id, id) on delete cascade
-- what became of a row finds room beside it, so that its indexes need not be told
) with (fillfactor = 60);

create index operation_rows_key on operation_rows (organization_id, operation_id, key) where key is not null;

alter table bulk_operations
  -- of a list: up to this row its outcomes are committed
  add column row_cursor integer not null default 0,
  -- the name of the file, or that the list was typed
  add column detail text,
  -- how often each outcome came
  add column outcomes jsonb not null default '{}';

-- Numbers that could not be read are found as they were typed, by their digits. Under row-level security an index serves
-- a function only when that is leakproof; where the owner is no superuser the search is slower, and right.
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter function regexp_replace(text, text, text, text) leakproof;
  end if;
end
$$;
create index leads_typed_phone on leads (organization_id, regexp_replace(phone, '\D', '', 'g'))
  where deleted_at is null and not number_valid and phone is not null;

call keep_apart(array['operation_rows']);

grant select, insert, update, delete on operation_rows to "app_role";
