-- Schema of version 0012, kept for the upgrade test.

create table operation_rows (
  organization_id uuid not null,
  operation_id uuid not null,
  row_number integer not null,
  identifier text not null,
  value text,
  country text,
  lead_id uuid,
  outcome text check (outcome in
    ('changed', 'unchanged', 'not_found', 'invalid', 'ambiguous', 'conflict', 'already_sold', 'repeated')),
  key text,
  message text,
  primary key (organization_id, operation_id, row_number),
  foreign key (organization_id, operation_id) references bulk_operations (organization_id, id) on delete cascade
) with (fillfactor = 60);

create index operation_rows_key on operation_rows (organization_id, operation_id, key) where key is not null;

alter table bulk_operations
  add column row_cursor integer not null default 0,
  add column detail text,
  add column outcomes jsonb not null default '{}';

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
