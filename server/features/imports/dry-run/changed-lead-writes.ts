import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyText } from '../../../lead/store/copy-text.ts';
import type { StoredLead } from '../../../lead/store/stored-lead.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { WantedIdentities } from '../write/matching-reads.ts';
import { READ_ONLY } from './dry-run-reads.ts';

/** What a changed lead is found by, and the lead. */
const COLUMNS = ['id', 'email', 'phone', 'lead'] as const;

/**
 * Makes the place where a forecast keeps the leads that it would have changed so far: a table that nobody else sees and
 * that ends with the transaction. From here on nothing else can be written in it.
 */
export async function openChangedLeads(tx: TenantTransaction): Promise<void> {
  await tx.query(
    'CREATE TEMP TABLE forecast_leads (ordinal integer, id uuid, email text, phone text, lead json) ON COMMIT DROP',
  );
  for (const column of ['id', 'email', 'phone']) await tx.query(`CREATE INDEX ON forecast_leads (${column})`);
  // Nobody gathers statistics of such a table: it grows to any size while it is taken for nearly empty.
  await tx.query('SET LOCAL enable_seqscan = off');
  await tx.query(READ_ONLY);
}

/** The changed leads that have one of these ids, e-mails and valid phones now. */
export async function findChangedLeads(
  tx: TenantTransaction,
  wanted: WantedIdentities,
): Promise<StoredLead[]> {
  const rows = await tx.query<{ lead: StoredLead }>(
    `SELECT lead FROM forecast_leads
     WHERE id = ANY($1::uuid[]) OR email = ANY($2::text[]) OR phone = ANY($3::text[])`,
    [wanted.ids, wanted.emails, wanted.phones],
  );
  return rows.map(({ lead }) => lead);
}

/** Keeps leads as they would be now, in place of what was kept of `known` ones. */
export async function keepChangedLeads(
  tx: TenantTransaction,
  leads: readonly StoredLead[],
  known: ReadonlySet<string>,
): Promise<void> {
  const again = leads.filter(({ id }) => known.has(id)).map(({ id }) => id);
  if (again.length > 0) await tx.query('DELETE FROM forecast_leads WHERE id = ANY($1::uuid[])', [again]);
  if (leads.length === 0) return;
  const text = new CopyText(COLUMNS);
  for (const lead of leads) {
    text.add({ id: lead.id, email: lead.email, phone: lead.number_valid ? lead.phone : null, lead });
  }
  const target = tx.client.query(copyFrom(`COPY forecast_leads (ordinal, ${COLUMNS.join(', ')}) FROM STDIN`));
  await pipeline(Readable.from(text.take()), target);
}
