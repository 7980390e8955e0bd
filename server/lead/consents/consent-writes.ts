import type { Consented } from '#contract/consent-fields.ts';
import type { ConsentState } from '#contract/lead-consent.ts';
import type { Actor } from '../../platform/audit/writes.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { changeLeads } from '../store/store.ts';
import { type ConsentEvidence, consentAfter, type GivenConsent } from '../values/consent-state.ts';
import { countedConsents, leadsOfImportConsents } from './consent-reads.ts';

/** Leads whose consents one statement takes back. */
const UNDONE_LEADS = 5_000;

/** A change of consent to record; without a time it is made now. */
export interface NewConsent extends ConsentEvidence {
  leadId: string;
  channel: Consented;
  state: ConsentState;
}

/** Who records consents, and how they came. */
export interface RecordedBy {
  actor: Actor;
  source: string | null;
  importId?: string;
}

/** Returns a change for each channel on which consent is given. */
export function changesOfGiven(leadId: string, { channels, ...evidence }: GivenConsent): NewConsent[] {
  return channels.map((channel) => ({ leadId, channel, state: 'given', ...evidence }));
}

/** Records changes in order, without the leads' states; returns the id of each. */
export async function insertConsents(
  tx: TenantTransaction,
  consents: readonly NewConsent[],
  { actor, source, importId }: RecordedBy,
): Promise<string[]> {
  if (consents.length === 0) return [];
  const ids = consents.map(() => newId());
  const now = new Date().toISOString();
  await tx.query(
    insertSelected(`INSERT INTO lead_consents
       (organization_id, lead_id, id, channel, state, at, text, url, ip, certificate, source, import_id, created_by, created_by_name)
     SELECT $1, c.*, $11, $12, $13, $14
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::text[], $9::text[], $10::text[]) AS c`),
    [
      tx.organizationId,
      consents.map(({ leadId }) => leadId),
      ids,
      consents.map(({ channel }) => channel),
      consents.map(({ state }) => state),
      consents.map(({ at }) => at ?? now),
      consents.map(({ text }) => text),
      consents.map(({ url }) => url),
      consents.map(({ ip }) => ip),
      consents.map(({ certificate }) => certificate),
      source,
      importId ?? null,
      actor.id,
      actor.username,
    ],
  );
  return ids;
}

/** Brings the states of leads up to date, which the transaction has locked or inserted. */
async function refreshConsents(tx: TenantTransaction, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  const changes = Map.groupBy(await countedConsents(tx, leadIds), ({ leadId }) => leadId);
  const states = leadIds.map((id) => consentAfter(changes.get(id) ?? []));
  await changeLeads(
    tx,
    {
      source: 'SELECT * FROM unnest($2::uuid[], $3::jsonb[]) AS p (id, consent)',
      set: ['consent = p.consent', 'updated_at = now()'],
      keepsVersion: true,
    },
    [tx.organizationId, leadIds, states.map((state) => (state === null ? null : JSON.stringify(state)))],
  );
}

/** Records changes and brings the leads' states up to date; returns the ids. */
export async function addConsents(
  tx: TenantTransaction,
  consents: readonly NewConsent[],
  by: RecordedBy,
): Promise<string[]> {
  const ids = await insertConsents(tx, consents, by);
  await refreshConsents(tx, [...new Set(consents.map(({ leadId }) => leadId))]);
  return ids;
}

/** Takes back the consents that an import recorded for leads that existed before it and that its undo changed. */
export async function undoImportConsents(
  tx: TenantTransaction,
  importId: string,
  lock: (ids: string[]) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const leads = await leadsOfImportConsents(tx, importId, UNDONE_LEADS);
    if (leads.length === 0) return;
    await lock(leads);
    await tx.query('SELECT undo_import_consents($1, $2, $3::uuid[])', [tx.organizationId, importId, leads]);
    await refreshConsents(tx, leads);
  }
}

/** Gives a lead that others are merged into a copy of their consents and verifications; returns the ids of the copies. */
export async function copyConsents(
  tx: TenantTransaction,
  keepId: string,
  otherId: string,
): Promise<string[]> {
  const columns = `channel, state, at, source, text, url, ip, certificate, undone_at, created_by, created_by_name, created_at`;
  const copied = await tx.query<{ id: string }>(
    `INSERT INTO lead_consents (organization_id, lead_id, id, ${columns})
     SELECT organization_id, $2, id, ${columns} FROM lead_consents WHERE organization_id = $1 AND lead_id = $3
     ON CONFLICT DO NOTHING RETURNING id`,
    [tx.organizationId, keepId, otherId],
  );
  const copies = copied.map(({ id }) => id);
  if (copies.length === 0) return [];
  const verified = 'outcome, reason, email_matches, phone_matches, verified_at, verified_by_name';
  await tx.query(
    `INSERT INTO consent_verifications (organization_id, lead_id, consent_id, ${verified})
     SELECT organization_id, $2, consent_id, ${verified} FROM consent_verifications
     WHERE organization_id = $1 AND lead_id = $3 AND consent_id = ANY ($4::uuid[])`,
    [tx.organizationId, keepId, otherId, copies],
  );
  await refreshConsents(tx, [keepId]);
  return copies;
}

/** Removes the copies of a merge that is undone. */
export async function removeCopiedConsents(
  tx: TenantTransaction,
  keptId: string,
  copies: readonly string[],
): Promise<void> {
  if (copies.length === 0) return;
  await tx.query('SELECT remove_copied_consents($1, $2, $3::uuid[])', [tx.organizationId, keptId, copies]);
  await refreshConsents(tx, [keptId]);
}
