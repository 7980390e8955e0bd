-- How a file of the queue is read, and the values of its columns that feed fields with few distinct values.
alter table import_queue
  -- columns as the plan of the file reads it
  add column columns jsonb,
  -- counted values by column; null until they are counted
  add column counted_values jsonb default '[]',
  -- columns with values that nobody knows, and how many values and rows these are
  add column open_values jsonb not null default '[]',
  -- the user lets values that nobody knows be imported as they are
  add column values_kept boolean not null default false;

update import_queue q set columns = u.columns
from uploads u where u.organization_id = q.organization_id and u.id = q.upload_id;
