-- Number of times that a worker has taken the import: the batches of an earlier worker, which may have been frozen
-- meanwhile, are refused.
alter table imports add column worker integer not null default 0;
