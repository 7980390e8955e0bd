import { forgetDeleted } from '../index/finder.ts';
import { INDEX_TABLES, LOG_DELETED, LOGGED_OF_DELETED } from './change-log.ts';
import type { StoreTransaction } from './transaction-id.ts';

/**
 * Deletes leads for good, with notes, sales, timeline and whatever the index keeps of them. The transaction is the owner's
 * and has locked the leads. Counts are the caller's: leads of the trash are in none.
 */
export async function deleteLeads(tx: StoreTransaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `WITH gone AS (
       DELETE FROM leads b WHERE b.organization_id = $1 AND b.id = ANY($2::uuid[])
       RETURNING b.id, b.deleted_at IS NULL AS was_listed, ${LOGGED_OF_DELETED}
     ),
     unlisted AS (
       DELETE FROM lead_search s USING gone g WHERE g.was_listed AND s.organization_id = $1 AND s.lead_id = g.id
     ),
     untold AS (DELETE FROM lead_events e USING gone g WHERE e.organization_id = $1 AND e.lead_id = g.id),
     ${LOG_DELETED}
     SELECT`,
    [tx.organizationId, ids],
  );
  await forgetDeleted(tx, ids);
}

/** Leads and what is kept beside them. Notes and sales go with the leads, by their foreign keys. */
export const LEAD_TABLES = ['leads', 'lead_search', 'lead_events', 'lead_stats', ...INDEX_TABLES];

/**
 * Deletes all leads of an organization that is deleted in the same transaction, which is the owner's. No foreign key does
 * it: looking the organization up would be a sixth of the cost of every new lead.
 */
export async function deleteOrganizationLeads(tx: StoreTransaction): Promise<void> {
  for (const table of LEAD_TABLES) {
    await tx.query(`DELETE FROM ${table} WHERE organization_id = $1`, [tx.organizationId]);
  }
}
