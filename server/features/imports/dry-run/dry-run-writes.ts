import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { heldIdentities } from '../../../lead/identity-reads.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import { CopyText } from '../../../platform/db/copy-text.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { typedDigits } from '../write/leads-in-memory.ts';
import { findLeads, type WantedIdentities } from '../write/matching-reads.ts';

/** PostgreSQL itself enforces that a dry run stores nothing. */
const READ_ONLY = 'SET TRANSACTION READ ONLY';

export function takenIdentities(scope: OrganizationScope, wanted: WantedIdentities): Promise<Set<string>> {
  return scope.transaction(async (tx) => {
    await tx.query(READ_ONLY);
    return heldIdentities(tx, wanted);
  });
}

/** Returns the stored leads that a batch may match or conflict with. */
export function storedLeads(scope: OrganizationScope, wanted: WantedIdentities): Promise<StoredLead[]> {
  return scope.transaction(async (tx) => {
    await tx.query(READ_ONLY);
    return findLeads(tx, wanted, { locked: false });
  });
}

const FREQUENT_COUNTRIES = 5;

/** Returns the most frequent countries of the organization's leads, as stored. */
export async function frequentCountries(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ value: string }>(
    `SELECT value FROM lead_stats WHERE organization_id = $1 AND dimension = 'country' AND value <> ''
     GROUP BY value HAVING sum(total) > 0 ORDER BY sum(total) DESC, value LIMIT ${FREQUENT_COUNTRIES}`,
    [tx.organizationId],
  );
  return rows.map(({ value }) => value);
}

const COLUMNS = ['id', 'email', 'phone', 'digits', 'lead'] as const;

/** Temporary table for the leads a dry run would have changed or created; dropped with the transaction, otherwise read-only. */
export async function openChangedLeads(tx: TenantTransaction): Promise<void> {
  await tx.query(
    'CREATE TEMP TABLE dry_run_leads (ordinal integer, id uuid, email text, phone text, digits text, lead json) ON COMMIT DROP',
  );
  for (const column of ['id', 'email', 'phone', 'digits'])
    await tx.query(`CREATE INDEX ON dry_run_leads (${column})`);
  // Autovacuum doesn't analyze temporary tables.
  await tx.query('SET LOCAL enable_seqscan = off');
  await tx.query(READ_ONLY);
}

export async function findChangedLeads(
  tx: TenantTransaction,
  wanted: WantedIdentities,
): Promise<StoredLead[]> {
  const rows = await tx.query<{ lead: StoredLead }>(
    `SELECT lead FROM dry_run_leads
     WHERE id = ANY($1::uuid[]) OR email = ANY($2::text[]) OR phone = ANY($3::text[])
       OR digits = ANY($4::text[])`,
    [wanted.ids, wanted.emails, wanted.phones, wanted.digits ?? []],
  );
  return rows.map(({ lead }) => lead);
}

export async function keepChangedLeads(
  tx: TenantTransaction,
  leads: readonly StoredLead[],
  known: ReadonlySet<string>,
): Promise<void> {
  const again = leads.filter(({ id }) => known.has(id)).map(({ id }) => id);
  if (again.length > 0) await tx.query('DELETE FROM dry_run_leads WHERE id = ANY($1::uuid[])', [again]);
  if (leads.length === 0) return;
  const text = new CopyText(COLUMNS);
  for (const lead of leads) {
    const { id, email, number_valid } = lead;
    text.add({ id, email, phone: number_valid ? lead.phone : null, digits: typedDigits(lead), lead });
  }
  const target = tx.client.query(copyFrom(`COPY dry_run_leads (ordinal, ${COLUMNS.join(', ')}) FROM STDIN`));
  await pipeline(Readable.from(text.take()), target);
}
