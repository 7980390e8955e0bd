-- The public API: what a request with an Idempotency-Key was answered.

create table idempotency_keys (
  organization_id uuid not null,
  token_id uuid not null,
  key text not null,
  -- SHA-256 of method, path and body
  request_hash bytea not null,
  status smallint not null,
  -- as text, so that the same answer is sent again to the letter
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, token_id, key),
  foreign key (organization_id, token_id) references api_tokens (organization_id, id) on delete cascade
);
create index idempotency_keys_age on idempotency_keys (created_at);
call keep_apart(array['idempotency_keys']);
grant select, insert, update, delete on idempotency_keys to "app_role";
