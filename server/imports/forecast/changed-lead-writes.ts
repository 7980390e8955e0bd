import type { TenantTransaction } from '../../security/scope.ts';
import type { WantedIdentities } from '../pipeline/matching-reads.ts';
import type { StoredLead } from '../pipeline/stored-lead.ts';
import { copyStaged, encodeStaged, STAGED_COLUMNS, STAGED_TABLE } from '../pipeline/write-batch-staging.ts';
import { READ_ONLY } from './forecast-reads.ts';

const TABLE = 'forecast_leads';

/**
 * Makes the place where a forecast keeps the leads that it would have changed so far: a table that nobody else sees and
 * that ends with the transaction. From here on nothing else can be written in it.
 */
export async function openChangedLeads(tx: TenantTransaction): Promise<void> {
  await tx.query(`CREATE TEMP TABLE ${TABLE} (${STAGED_TABLE}) ON COMMIT DROP`);
  for (const column of ['id', 'email', 'phone']) await tx.query(`CREATE INDEX ON ${TABLE} (${column})`);
  // Nobody gathers statistics of such a table: it grows to any size while it is taken for nearly empty.
  await tx.query('SET LOCAL enable_seqscan = off');
  await tx.query(READ_ONLY);
}

/** The changed leads that have one of these ids, e-mails and valid phones now. Whether they are sold matters to no row. */
export function findChangedLeads(tx: TenantTransaction, wanted: WantedIdentities): Promise<StoredLead[]> {
  return tx.query<StoredLead>(
    `SELECT ${STAGED_COLUMNS.join(', ')}, false AS is_sold FROM ${TABLE}
     WHERE id = ANY($1::uuid[]) OR email = ANY($2::text[]) OR (phone = ANY($3::text[]) AND number_valid)`,
    [wanted.ids, wanted.emails, wanted.phones],
  );
}

/** Keeps leads as they would be now, in place of what was kept of `known` ones. */
export async function keepChangedLeads(
  tx: TenantTransaction,
  leads: readonly StoredLead[],
  known: ReadonlySet<string>,
): Promise<void> {
  const again = leads.filter(({ id }) => known.has(id)).map(({ id }) => id);
  if (again.length > 0) await tx.query(`DELETE FROM ${TABLE} WHERE id = ANY($1::uuid[])`, [again]);
  if (leads.length > 0) await copyStaged(tx.client, TABLE, encodeStaged(leads));
}
