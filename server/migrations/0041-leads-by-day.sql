-- How many leads of each day there are: a dimension of the counts, whose value is the day of creation in UTC.
insert into lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
select organization_id, 'created', day, gen_random_uuid(), leads, 0, 0
from (
  select organization_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as leads
  from leads where deleted_at is null group by 1, 2
) counted;
