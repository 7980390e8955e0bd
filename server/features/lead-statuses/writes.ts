import type { LeadStatusColor } from '#contract/lead-status-colors.ts';
import type { LeadStatus } from '../../lead/statuses/lead-statuses.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** Former names still match the status. */
const MAX_FORMER_NAMES = 20;

/** Serializes changes until the transaction ends. */
export async function lockStatuses(tx: TenantTransaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `lead-statuses:${tx.organizationId}`,
  ]);
}

/** The key is the name, unless taken. */
export async function insertStatus(
  tx: TenantTransaction,
  { name, color, isKeyFree }: { name: string; color: LeadStatusColor; isKeyFree: boolean },
): Promise<void> {
  const id = newId();
  await tx.query(
    insertSelected(`INSERT INTO lead_statuses (organization_id, id, key, name, color, position)
     SELECT $1, $2, $3, $4, $5, coalesce(max(position) + 1, 0) FROM lead_statuses WHERE organization_id = $1`),
    [tx.organizationId, id, isKeyFree ? name : id, name, color],
  );
}

/** Restores a deleted status at the end. */
export async function reviveStatus(
  tx: TenantTransaction,
  id: string,
  { name, color }: { name: string; color: LeadStatusColor },
): Promise<void> {
  await tx.query(
    `UPDATE lead_statuses SET deleted_at = NULL, name = $3, color = $4,
       position = (SELECT max(position) + 1 FROM lead_statuses WHERE organization_id = $1)
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, name, color],
  );
}

/** The old name still matches. */
export async function changeStatus(
  tx: TenantTransaction,
  before: LeadStatus,
  { name, color }: { name: string; color: LeadStatusColor },
): Promise<void> {
  const former = name === before.name ? before.formerNames : [before.name, ...before.formerNames];
  await tx.query(
    'UPDATE lead_statuses SET name = $3, color = $4, former_names = $5 WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, before.id, name, color, [...new Set(former)].slice(0, MAX_FORMER_NAMES)],
  );
}

export async function orderStatuses(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE lead_statuses s SET position = o.place
     FROM unnest($2::uuid[]) WITH ORDINALITY AS o (id, place)
     WHERE s.organization_id = $1 AND s.id = o.id`,
    [tx.organizationId, ids],
  );
}

export async function hideStatus(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query('UPDATE lead_statuses SET deleted_at = now() WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
  ]);
}
