-- no transaction
-- Bulk deletions give thousands of leads the same time, and the trash is listed by time and id: without the id, a page sorted
-- thousands of rows, and one far down all rows before it.
create index concurrently if not exists leads_trash on leads (organization_id, deleted_at, id) where deleted_at is not null;
drop index concurrently if exists leads_bin;
