import { removeCopiedConsents } from '../../lead/consents/consent-writes.ts';
import { changeLeads, ONE_LEAD } from '../../lead/store/store.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** Notes and sales of two leads. */
export interface History {
  /** Ids of the kept lead's notes. */
  notes: string[];
  /** Rows of both. */
  sales: unknown[];
}

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
    /** Ids of the consents that it got; missing for merges of 1.0. */
    consents?: string[];
  };
}

/** Returns a lead's row as JSON. */
export async function leadAsJson(tx: TenantTransaction, id: string): Promise<Record<string, unknown>> {
  const [held] = await tx.query<{ row: Record<string, unknown> }>(
    'SELECT to_jsonb(l) AS row FROM leads l WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id],
  );
  return held?.row ?? {};
}

export async function notesAndSales(
  tx: TenantTransaction,
  keptId: string,
  mergedId: string,
): Promise<History> {
  const [held] = await tx.query<History & Record<string, unknown>>(
    `SELECT ARRAY(SELECT id FROM lead_notes WHERE organization_id = $1 AND lead_id = $2) AS notes,
       (SELECT coalesce(jsonb_agg(to_jsonb(s)), '[]') FROM lead_sales s
        WHERE organization_id = $1 AND lead_id IN ($2, $3)) AS sales`,
    [tx.organizationId, keptId, mergedId],
  );
  return held ?? { notes: [], sales: [] };
}

/** Stores the state before a merge, for its undo; returns the id of the merge. */
export async function keepMerge(
  tx: TenantTransaction,
  { keptId, mergedId, before }: Pick<KeptMerge, 'keptId' | 'mergedId' | 'before'>,
): Promise<string> {
  const id = newId();
  await tx.query(
    insertSelected(`INSERT INTO lead_merges (organization_id, id, kept_id, merged_id, kept_version, merged_version, before)
     SELECT $1, $2, k.id, m.id, k.version, m.version, $5
     FROM leads k JOIN leads m ON m.organization_id = $1 AND m.id = $4 WHERE k.organization_id = $1 AND k.id = $3`),
    [tx.organizationId, id, keptId, mergedId, JSON.stringify(before)],
  );
  return id;
}

/** Returns and forgets a merge; null if it is unknown, or undone. */
export async function takeMerge(tx: TenantTransaction, id: string): Promise<KeptMerge | null> {
  const [merge] = await tx.query<KeptMerge & Record<string, unknown>>(
    `DELETE FROM lead_merges WHERE organization_id = $1 AND id = $2
     RETURNING kept_id AS "keptId", merged_id AS "mergedId", kept_version AS "keptVersion",
       merged_version AS "mergedVersion", before`,
    [tx.organizationId, id],
  );
  return merge ?? null;
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
  { keptId, mergedId, before: { sales, notes, consents = [] } }: KeptMerge,
): Promise<void> {
  await tx.query('SELECT remove_copied_events($1, $2, $3)', [tx.organizationId, keptId, mergedId]);
  await tx.query(
    'DELETE FROM lead_notes WHERE organization_id = $1 AND lead_id = $2 AND id = ANY($3::uuid[])',
    [tx.organizationId, keptId, notes],
  );
  await removeCopiedConsents(tx, keptId, consents);
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
