import type { Actor } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import type { LeadRow } from '../rows/lead-row.ts';
import { changeLeads, ONE_LEAD } from '../store/store.ts';

const SALE_COLUMNS = `customer_number, sold_by, sold_by_name, sold_at, returned_at, returned_by_name, return_reason, price,
  currency, source, counted, order_id, exclusive, country, email_key, phone_key`;

/**
 * Gives the kept lead a copy of the other's notes, sales and timeline. A copied point belongs to no operation and no import: an
 * undo of those goes by the original. The other keeps its notes and timeline; its sales are over for it, so that it holds none
 * of them when it is restored.
 * @returns ids of the events that say how the leads were made, if they are new, and of the notes that the kept lead got
 */
export async function copyHistory(
  tx: TenantTransaction,
  keepId: string,
  otherId: string,
  by: Actor,
): Promise<{ origins: string[]; notes: string[] }> {
  const both = [tx.organizationId, keepId, otherId];
  const origins = await writeOrigins(tx, [keepId, otherId]);
  await tx.query(
    `INSERT INTO lead_events (organization_id, lead_id, id, kind, changes, actor_id, actor_name, created_at, detail)
     SELECT e.organization_id, $2, e.id, e.kind, e.changes, e.actor_id, e.actor_name, e.created_at,
       coalesce(e.detail, i.filename)
     FROM lead_events e LEFT JOIN imports i ON i.organization_id = e.organization_id AND i.id = e.import_id
     WHERE e.organization_id = $1 AND e.lead_id = $3
     ON CONFLICT DO NOTHING`,
    both,
  );
  const notes = await tx.query<{ id: string }>(
    `INSERT INTO lead_notes (organization_id, lead_id, id, text, created_by, created_by_name, created_at)
     SELECT organization_id, $2, id, text, created_by, created_by_name, created_at FROM lead_notes
     WHERE organization_id = $1 AND lead_id = $3
     ON CONFLICT DO NOTHING RETURNING id`,
    both,
  );
  await tx.query(
    `INSERT INTO lead_sales (organization_id, lead_id, id, ${SALE_COLUMNS})
     SELECT organization_id, $2, id, ${SALE_COLUMNS} FROM lead_sales WHERE organization_id = $1 AND lead_id = $3
     ON CONFLICT (organization_id, lead_id, id) DO UPDATE SET
       counted = lead_sales.counted OR excluded.counted,
       returned_at = CASE WHEN excluded.counted THEN excluded.returned_at ELSE lead_sales.returned_at END,
       returned_by_name = CASE WHEN excluded.counted THEN excluded.returned_by_name ELSE lead_sales.returned_by_name END,
       return_reason = CASE WHEN excluded.counted THEN excluded.return_reason ELSE lead_sales.return_reason END`,
    both,
  );
  await tx.query(
    // Citus takes no now() within COALESCE.
    `UPDATE lead_sales SET counted = false, returned_at = coalesce(returned_at, $4),
       returned_by_name = coalesce(returned_by_name, $3), return_reason = coalesce(return_reason, 'Merged')
     WHERE organization_id = $1 AND lead_id = $2`,
    [tx.organizationId, otherId, by.username, new Date()],
  );
  return { origins, notes: notes.map(({ id }) => id) };
}

/** Copies the merged lead's dismissals to the kept lead; returns the new ones. */
export async function copyDismissals(
  tx: TenantTransaction,
  keepId: string,
  otherId: string,
): Promise<string[]> {
  const copied = await tx.query<{ id: string }>(
    `INSERT INTO dismissed_duplicates (organization_id, a, b, dismissed_by, created_at)
     SELECT organization_id, least(id, $2), greatest(id, $2), dismissed_by, created_at FROM (
       SELECT organization_id, CASE WHEN a = $3 THEN b ELSE a END AS id, dismissed_by, created_at
       FROM dismissed_duplicates WHERE organization_id = $1 AND (a = $3 OR b = $3)) d
     WHERE id <> $2
     ON CONFLICT DO NOTHING RETURNING CASE WHEN a = $2 THEN b ELSE a END AS id`,
    [tx.organizationId, keepId, otherId],
  );
  return copied.map(({ id }) => id);
}

/** Leaves the sale of a merged lead with the kept one. */
export async function giveUpSale(tx: TenantTransaction, otherId: string): Promise<void> {
  const set = ['is_sold = false', 'customer_number = NULL'];
  await changeLeads(tx, { source: ONE_LEAD, set, keepsVersion: true }, [tx.organizationId, otherId]);
}

/** Writes what an edit does not: the sale, and when and by whom statuses that came along were checked. */
export async function takeChecksAndSale(
  tx: TenantTransaction,
  keep: LeadRow,
  next: LeadRow,
  otherId: string,
): Promise<void> {
  const checks = (['hlr', 'whatsapp'] as const).filter((column) => next[column] !== keep[column]);
  const sets = checks.flatMap((column) => [
    `${column}_checked_at = o.${column}_checked_at`,
    `${column}_source = o.${column}_source`,
  ]);
  if (next.is_sold !== keep.is_sold) sets.push('is_sold = o.is_sold');
  if (sets.length === 0) return;
  await changeLeads(
    tx,
    {
      source: ONE_LEAD,
      joins: 'JOIN leads o ON o.organization_id = $1 AND o.id = $3',
      set: sets,
      keepsVersion: true,
    },
    [tx.organizationId, keep.id, otherId],
  );
}

/** Writes the creation of leads to their timelines. */
async function writeOrigins(tx: TenantTransaction, leadIds: readonly string[]): Promise<string[]> {
  const written = await tx.query<{ id: string }>(
    `INSERT INTO lead_events AS written (organization_id, lead_id, id, kind, actor_name, created_at, detail)
     SELECT l.organization_id, l.id, n.event_id, 'created', coalesce(l.created_by_name, i.created_by_name, ''), l.created_at,
       i.filename
     FROM unnest($2::uuid[], $3::uuid[]) AS n (lead_id, event_id)
     JOIN leads l ON l.organization_id = $1 AND l.id = n.lead_id
     LEFT JOIN imports i ON i.organization_id = l.organization_id AND i.id = l.import_id
     WHERE NOT EXISTS (
       SELECT FROM lead_events e WHERE e.organization_id = $1 AND e.lead_id = l.id AND e.kind = 'created')
     RETURNING id`,
    [tx.organizationId, leadIds, leadIds.map(() => newId())],
  );
  return written.map(({ id }) => id);
}
