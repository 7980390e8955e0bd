import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** Leads of one offer. */
const OFFERED = 1_000;
/** Offers that are taken at once. */
const TAKEN = 50;

/** SQL of the organizations with offers of a size, as `w`. */
export function waitingOffers(size: OfferSize): string {
  return `(SELECT DISTINCT organization_id, organization_id AS id FROM order_offers
    WHERE (cardinality(lead_ids) = 1) = ${size === 'single'}) w`;
}

/** Has leads offered to the orders that sell new leads, in the transaction that creates them. */
export async function offerLeads(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !(await isAutoSelling(tx))) return;
  for (let at = 0; at < ids.length; at += OFFERED) {
    await tx.query(
      insertSelected('INSERT INTO order_offers (organization_id, id, lead_ids) SELECT $1, $2, $3::uuid[]'),
      [tx.organizationId, newId(), ids.slice(at, at + OFFERED)],
    );
  }
  await tx.query('SELECT enqueue_offers($1)', [tx.organizationId]);
}

async function isAutoSelling(tx: TenantTransaction): Promise<boolean> {
  const rows = await tx.query(
    'SELECT FROM orders WHERE organization_id = $1 AND auto_sell AND active AND paused_at IS NULL LIMIT 1',
    [tx.organizationId],
  );
  return rows.length > 0;
}

/** `single` offers come from forms and programs, the others from files and batches. */
export type OfferSize = 'single' | 'many';

/** Takes offered leads, oldest first, that no other transaction takes; null if there are none. */
export async function takeOffers(
  tx: TenantTransaction,
  size: OfferSize,
  limit: number,
): Promise<string[] | null> {
  const found = await tx.query<{ id: string; ids: string[] }>(
    `SELECT id, lead_ids AS ids FROM order_offers
     WHERE organization_id = $1 AND (cardinality(lead_ids) = 1) = $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [tx.organizationId, size === 'single', TAKEN],
  );
  const taken: string[] = [];
  const offers: string[] = [];
  for (const { id, ids } of found) {
    if (offers.length > 0 && taken.length + ids.length > limit) break;
    offers.push(id);
    taken.push(...ids);
  }
  if (offers.length === 0) return null;
  await tx.query('DELETE FROM order_offers WHERE organization_id = $1 AND id = ANY ($2::uuid[])', [
    tx.organizationId,
    offers,
  ]);
  return taken;
}
