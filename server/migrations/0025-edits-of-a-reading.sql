-- Edits belong to the reading of the file under which users made them: its sheet, or its encoding and delimiter, one a line
-- (see record/edit-reading.ts). The same row number is another row in another sheet.

alter table import_grids add column reading text not null default '';
alter table import_edits add column reading text not null default '';
alter table import_edit_steps add column reading text not null default '';

update import_grids g set reading = concat_ws(E'\n',
    coalesce(g.plan -> 'options' ->> 'sheet', u.format ->> 'sheet', ''),
    coalesce(g.plan -> 'options' ->> 'encoding', u.format ->> 'encoding', ''),
    coalesce(g.plan -> 'options' ->> 'delimiter', u.format ->> 'delimiter', ''))
  from uploads u
  where u.organization_id = g.organization_id and u.id = g.upload_id and g.plan is not null;
update import_edits e set reading = g.reading
  from import_grids g where g.organization_id = e.organization_id and g.upload_id = e.upload_id;
update import_edit_steps s set reading = g.reading
  from import_grids g where g.organization_id = s.organization_id and g.upload_id = s.upload_id;

alter table import_edits alter column reading drop default;
alter table import_edit_steps alter column reading drop default;
alter table import_edits drop constraint import_edits_pkey;
alter table import_edits add primary key (organization_id, upload_id, reading, row_number);
