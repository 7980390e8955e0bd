-- Where an import was started from, for its audit entries: they are written by a worker, long after the request.
alter table imports add column ip_address text, add column user_agent text;
