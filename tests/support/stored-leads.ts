import type pg from 'pg';
import {
  changeLeads,
  deleteLeads,
  deleteOrganizationLeads,
  insertLeads,
  LEAD_TABLES,
  type StoreTransaction,
} from '#server/lead/store/store.ts';
import type { Admission } from '#server/lead/suppression/admission.ts';
import { statementsOn, transaction } from '#server/platform/db/transaction.ts';
import { emptyTables } from './empty-tables.ts';

// Leads written around the product's rules, but through its store, so that whatever is kept beside them is right. Their
// counts are the test's.

/** For tests without suppression lists. */
export const UNASKED = {} as Admission;

/** Runs `work` in a transaction of the owner on leads of one organization. */
export function storing<T>(
  owner: pg.Pool,
  organizationId: string,
  work: (tx: StoreTransaction) => Promise<T>,
): Promise<T> {
  return transaction(owner, 'BEGIN', (client) => work({ ...statementsOn(client), organizationId }));
}

/** Inserts leads of an organization, which is `$1` of the source; `values` are the parameters from `$2` on. */
export function insertStored(
  owner: pg.Pool,
  organizationId: string,
  columns: string,
  source: string,
  values: readonly unknown[] = [],
): Promise<void> {
  return storing(owner, organizationId, (tx) =>
    insertLeads(tx, {
      admission: UNASKED,
      columns: columns.split(', '),
      source,
      values: [organizationId, ...values],
    }),
  );
}

/** Changes the leads (`b` in `set`) for which `where` holds, whoever's they are. */
export function changeStored(
  owner: pg.Pool,
  set: string,
  where = 'true',
  values: readonly unknown[] = [],
): Promise<void> {
  return ofEachOrganization(owner, where, values, (tx, ids) =>
    changeLeads(tx, { source: 'SELECT unnest($2::uuid[]) AS id', set: [set], keepsVersion: true }, [
      tx.organizationId,
      ids,
    ]),
  );
}

/** Deletes the leads for which `where` holds for good, whoever's they are. */
export function deleteStored(owner: pg.Pool, where: string, values: readonly unknown[] = []): Promise<void> {
  return ofEachOrganization(owner, where, values, deleteLeads);
}

/** Empties the tables of leads, of all organizations, and `others`. */
export async function emptyLeads(owner: pg.Pool, ...others: readonly string[]): Promise<void> {
  await emptyTables(owner, [...LEAD_TABLES, ...others].join(', '));
}

/** Deletes an organization that has no audit trail. */
export async function deleteOrganization(owner: pg.Pool | pg.Client, id: string): Promise<void> {
  await deleteOrganizationLeads({ ...statementsOn(owner), organizationId: id });
  await owner.query('DELETE FROM organizations WHERE id = $1', [id]);
}

async function ofEachOrganization(
  owner: pg.Pool,
  where: string,
  values: readonly unknown[],
  work: (tx: StoreTransaction, ids: string[]) => Promise<unknown>,
): Promise<void> {
  await transaction(owner, 'BEGIN', async (client) => {
    const { rows } = await client.query<{ organization: string; id: string }>(
      `SELECT organization_id AS organization, id FROM leads WHERE ${where} ORDER BY id`,
      [...values],
    );
    for (const [organizationId, leads] of Map.groupBy(rows, ({ organization }) => organization)) {
      const ids = leads.map(({ id }) => id);
      await client.query(
        'SELECT FROM leads WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE',
        [organizationId, ids],
      );
      await work({ ...statementsOn(client), organizationId }, ids);
    }
  });
}
