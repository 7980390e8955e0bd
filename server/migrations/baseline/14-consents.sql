-- Changes of a person's consent, a row each; nothing is overwritten.
create table lead_consents (
  organization_id uuid not null,
  lead_id uuid not null,
  id uuid not null,
  channel text not null check (channel in ('any', 'phone', 'email', 'sms', 'whatsapp', 'post')),
  state text not null check (state in ('given', 'withdrawn')),
  at timestamptz not null,
  source text,
  text text,
  url text,
  ip text,
  -- URL of a TrustedForm certificate or a Jornaya token
  certificate text,
  -- the import that recorded it, and when its undo took it back: such a change counts no more
  import_id uuid,
  undone_at timestamptz,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, lead_id, id),
  foreign key (organization_id, lead_id) references leads (organization_id, id) on delete cascade
);
create index lead_consents_import on lead_consents (organization_id, import_id) where import_id is not null;

-- Channels on which a lead needs consent to be sold, exported and delivered; an organization without a row requires none.
create table consent_rules (
  organization_id uuid not null references organizations (id) on delete cascade,
  required text[] not null,
  primary key (organization_id)
);

-- The last verification of a consent's certificate.
create table consent_verifications (
  organization_id uuid not null,
  lead_id uuid not null,
  consent_id uuid not null,
  outcome text not null check (outcome in ('verified', 'mismatch', 'notFound', 'expired', 'failed')),
  -- why it failed
  reason text check (reason in ('key', 'account', 'plan', 'unreachable', 'answer')),
  -- null for what the lead doesn't have
  email_matches boolean,
  phone_matches boolean,
  verified_at timestamptz not null default now(),
  verified_by_name text not null,
  primary key (organization_id, lead_id, consent_id),
  foreign key (organization_id, lead_id, consent_id)
    references lead_consents (organization_id, lead_id, id) on delete cascade
);

-- Access to TrustedForm, which verifies certificates; an organization without a row doesn't.
create table trusted_form_settings (
  organization_id uuid not null references organizations (id) on delete cascade,
  enabled boolean not null,
  -- API key, sealed with the secret key
  sealed_key bytea,
  primary key (organization_id),
  check (sealed_key is not null or not enabled)
);

call enable_tenant_isolation(array[
  'lead_consents', 'consent_rules', 'consent_verifications', 'trusted_form_settings'
]);
-- Append-only.
grant select, insert on lead_consents to "app_role";
grant select, insert, update, delete on consent_rules, consent_verifications, trusted_form_settings to "app_role";

-- Takes back the consents that an import recorded for these leads.
create function undo_import_consents(organization uuid, import uuid, leads uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if organization is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'consents are taken back by their own organization';
  end if;
  update lead_consents c set undone_at = now()
  where c.organization_id = organization and c.import_id = import and c.lead_id = any (leads) and c.undone_at is null;
end
$$;

-- Removes the copies of a merged lead's consents from the lead that was kept, and none that the other lead doesn't have.
create function remove_copied_consents(organization uuid, kept uuid, copies uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if organization is distinct from nullif(current_setting('app.organization_id', true), '')::uuid then
    raise exception 'consents are removed by their own organization';
  end if;
  delete from lead_consents c
  where c.organization_id = organization and c.lead_id = kept and c.id = any (copies) and exists (
    select from lead_consents m where m.organization_id = organization and m.lead_id <> kept and m.id = c.id
  );
end
$$;
