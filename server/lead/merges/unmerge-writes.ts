import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { removeCopiedConsents } from '../consents/consent-writes.ts';
import { changeLeads, ONE_LEAD } from '../store/store.ts';

/** A merge that can be undone. */
export interface KeptMerge {
  keptId: string;
  mergedId: string;
  keptVersion: number;
  mergedVersion: number;
  before: {
    kept: Record<string, unknown>;
    merged: Record<string, unknown>;
    sales: unknown[];
    /** Ids of the notes that the kept lead got. */
    notes: string[];
    /** Ids of the consents that it got. */
    consents: string[];
    /** Ids of the events that say how the leads were made, if the merge wrote them. */
    origins: string[];
    /** Ids of leads that became dismissed pairs with the kept one. */
    dismissed: string[];
  };
}

/** Returns two leads and their sales as they are, for the undo of their merge. */
export async function stateOfLeads(
  tx: TenantTransaction,
  keptId: string,
  mergedId: string,
): Promise<Pick<KeptMerge['before'], 'kept' | 'merged' | 'sales'>> {
  const [held] = await tx.query<Pick<KeptMerge['before'], 'kept' | 'merged' | 'sales'>>(
    `SELECT to_jsonb(k) AS kept, to_jsonb(m) AS merged,
       (SELECT coalesce(jsonb_agg(to_jsonb(s)), '[]') FROM lead_sales s
        WHERE organization_id = $1 AND lead_id IN ($2, $3)) AS sales
     FROM leads k JOIN leads m ON m.organization_id = $1 AND m.id = $3 WHERE k.organization_id = $1 AND k.id = $2`,
    [tx.organizationId, keptId, mergedId],
  );
  return held ?? { kept: {}, merged: {}, sales: [] };
}

/** Stores the state before a merge, for its undo. */
export async function keepMerge(
  tx: TenantTransaction,
  { keptId, mergedId, before }: Pick<KeptMerge, 'keptId' | 'mergedId' | 'before'>,
  { undoId, bits }: { undoId: string; bits: number | null },
): Promise<void> {
  await tx.query(
    insertSelected(`INSERT INTO lead_merges (organization_id, id, kept_id, merged_id, kept_version, merged_version, before, undo_id, bits)
     SELECT $1, $2, k.id, m.id, k.version, m.version, $5, $6, $7
     FROM leads k JOIN leads m ON m.organization_id = $1 AND m.id = $4 WHERE k.organization_id = $1 AND k.id = $3`),
    [tx.organizationId, newId(), keptId, mergedId, JSON.stringify(before), undoId, bits],
  );
}

/**
 * Returns and forgets the merges that an id undoes, the last first; none if it is unknown, or undone.
 * @param keptId only those into this lead
 */
export async function takeMerges(
  tx: TenantTransaction,
  undoId: string,
  keptId: string | null = null,
): Promise<KeptMerge[]> {
  const merges = await tx.query<KeptMerge & { id: string }>(
    `DELETE FROM lead_merges
     WHERE organization_id = $1 AND undo_id = $2 AND ($3::uuid IS NULL OR kept_id = $3)
     RETURNING id, kept_id AS "keptId", merged_id AS "mergedId", kept_version AS "keptVersion",
       merged_version AS "mergedVersion", before`,
    [tx.organizationId, undoId, keptId],
  );
  return merges.sort((one, two) => (one.id < two.id ? 1 : -1));
}

/** Restores a lead's sale, checks and version, which edits don't write. */
export async function putRestBack(
  tx: TenantTransaction,
  id: string,
  was: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = ['is_sold', 'customer_number', 'hlr_source', 'whatsapp_source', 'version'];
  const times = ['hlr_checked_at', 'whatsapp_checked_at'];
  const set = [...columns, ...times].map((column, at) => `${column} = $${at + 3}`);
  await changeLeads(tx, { source: ONE_LEAD, set, keepsVersion: true }, [
    ...[tx.organizationId, id],
    ...[...columns, ...times].map((column) => was[column]),
  ]);
}

/** Removes the copies of events, notes and consents, and puts back the sales of both leads. */
export async function putHistoryBack(
  tx: TenantTransaction,
  { keptId, mergedId, before: { sales, notes, consents, origins, dismissed } }: KeptMerge,
): Promise<void> {
  await tx.query('SELECT remove_copied_events($1, $2, $3, $4::uuid[])', [
    ...[tx.organizationId, keptId, mergedId, origins],
  ]);
  await tx.query(
    'DELETE FROM lead_notes WHERE organization_id = $1 AND lead_id = $2 AND id = ANY($3::uuid[])',
    [tx.organizationId, keptId, notes],
  );
  await removeCopiedConsents(tx, keptId, consents);
  await tx.query(
    `DELETE FROM dismissed_duplicates
     WHERE organization_id = $1 AND (a = $2 AND b = ANY ($3::uuid[]) OR b = $2 AND a = ANY ($3::uuid[]))`,
    [tx.organizationId, keptId, dismissed],
  );
  await tx.query('DELETE FROM lead_sales WHERE organization_id = $1 AND lead_id IN ($2, $3)', [
    ...[tx.organizationId, keptId, mergedId],
  ]);
  await tx.query(
    insertSelected(
      'INSERT INTO lead_sales SELECT * FROM jsonb_populate_recordset(NULL::lead_sales, $1::jsonb)',
    ),
    [JSON.stringify(sales)],
  );
  // A delivery follows its sale.
  await tx.query(
    `UPDATE deliveries d SET lead_id = s.lead_id FROM lead_sales s
     WHERE d.organization_id = $1 AND d.lead_id IN ($2, $3) AND s.organization_id = $1 AND s.lead_id IN ($2, $3)
       AND s.id = d.sale_id AND s.lead_id <> d.lead_id AND s.returned_at IS NULL`,
    [tx.organizationId, keptId, mergedId],
  );
}
