-- Schema of version 0012, kept for the upgrade test.

create table idempotency_keys (
  organization_id uuid not null,
  token_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, token_id, key),
  foreign key (organization_id, token_id) references api_tokens (organization_id, id) on delete cascade
);
create index idempotency_keys_age on idempotency_keys (created_at);
call keep_apart(array['idempotency_keys']);
grant select, insert, update, delete on idempotency_keys to "app_role";
