import { lookUpById } from '../../platform/db/planner.ts';
import { INDEX_TABLES, LOG_DELETED, LOGGED_OF_DELETED } from './change-log.ts';
import { forgetDeleted } from './forget-writes.ts';
import type { StoreTransaction } from './transaction-id.ts';

/** Deletes locked leads for good, with notes, timeline and index data; sales stay. Leads in the trash aren't counted. */
export async function deleteLeads(tx: StoreTransaction, ids: readonly string[]): Promise<void> {
  await deleteBatch(tx, ids);
  await forgetDeleted(tx, ids);
}

/** Deletes leads that the transaction created, without a trace in the index. Takes no lock that a later batch of their import could hold. */
export async function deleteNewLeads(tx: StoreTransaction, ids: readonly string[]): Promise<void> {
  await deleteBatch(tx, ids);
  await tx.query('DELETE FROM lead_change_log WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[])', [
    tx.organizationId,
    ids,
  ]);
}

/** Like `deleteLeads` for a batch of many: the index keeps their texts until `forgetLogged`, which waits for its maintenance only once. */
export async function deleteBatch(tx: StoreTransaction, ids: readonly string[]): Promise<void> {
  const statement = `WITH gone AS (
       DELETE FROM leads b WHERE b.organization_id = $1 AND b.id = ANY($2::uuid[])
       RETURNING b.id, b.deleted_at IS NULL AS was_listed, ${LOGGED_OF_DELETED}
     ),
     unlisted AS (
       DELETE FROM lead_search WHERE organization_id = $1 AND lead_id = ANY($2::uuid[])
     ),
     ${LOG_DELETED}
     SELECT`;
  await lookUpById(tx, () => tx.query(statement, [tx.organizationId, ids]));
  await tx.query('SELECT delete_events_of_deleted($1, $2::uuid[])', [tx.organizationId, ids]);
}

/** A foreign key deletes notes. */
export const LEAD_TABLES = ['leads', 'lead_search', 'lead_events', 'lead_stats', ...INDEX_TABLES];

/** In the owner's transaction that deletes the organization. A foreign key would add a sixth to the cost of every new lead. */
export async function deleteOrganizationLeads(tx: StoreTransaction): Promise<void> {
  for (const table of LEAD_TABLES) {
    await tx.query(`DELETE FROM ${table} WHERE organization_id = $1`, [tx.organizationId]);
  }
}
