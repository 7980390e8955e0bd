-- A file can be read in several ways: by sheet, encoding and delimiter. The upload itself describes the one that was
-- detected; readings that users choose instead are described beside it. Sheets already described are read again when needed.
drop table upload_sheets;

alter table uploads add column first_rows json, add column rest_width integer;
-- So far the first row with content was the header.
update uploads set format = format || '{"headerRow": 1}' where format is not null;

create table upload_readings (
  organization_id uuid not null,
  upload_id uuid not null,
  -- the choices that led to this reading; empty where detected
  sheet text not null,
  encoding text not null,
  delimiter text not null,
  format jsonb not null,
  columns jsonb not null,
  preview json not null,
  preview_numbers jsonb not null,
  total_rows integer not null,
  first_rows json not null,
  rest_width integer not null,
  primary key (organization_id, upload_id, sheet, encoding, delimiter),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);
call enable_tenant_isolation(array['upload_readings']);
grant select, insert, update, delete on upload_readings to "app_role";
