import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** Leads of one offer. */
const OFFERED = 1_000;
/** Offers that are taken at once. */
const TAKEN = 50;

/** `import` holds leads of files, `batch` those of one call or one group of answers, `single` one lead each. */
export const OFFER_LANES = ['single', 'batch', 'import'] as const;
export type OfferLane = (typeof OFFER_LANES)[number];

/** SQL of the organizations with offers of a lane, as `w`. */
export function waitingOffers(lane: OfferLane): string {
  return `(SELECT DISTINCT organization_id, organization_id AS id FROM order_offers WHERE lane = '${lane}') w`;
}

/** Has leads offered to the orders that sell new leads, in the transaction that creates them. */
export async function offerLeads(
  tx: TenantTransaction,
  ids: readonly string[],
  { isImport = false } = {},
): Promise<void> {
  if (ids.length === 0 || !(await isAutoSelling(tx))) return;
  const lane: OfferLane = ids.length === 1 ? 'single' : isImport ? 'import' : 'batch';
  for (let at = 0; at < ids.length; at += OFFERED) {
    await tx.query(
      insertSelected(
        'INSERT INTO order_offers (organization_id, id, lane, lead_ids) SELECT $1, $2, $3, $4::uuid[]',
      ),
      [tx.organizationId, newId(), lane, ids.slice(at, at + OFFERED)],
    );
  }
  await tx.query("SELECT enqueue_job('sell_offers')");
}

async function isAutoSelling(tx: TenantTransaction): Promise<boolean> {
  const rows = await tx.query(
    'SELECT FROM orders WHERE organization_id = $1 AND auto_sell AND active AND paused_at IS NULL LIMIT 1',
    [tx.organizationId],
  );
  return rows.length > 0;
}

/** Takes offered leads of a lane, oldest first, that no other transaction takes; null if there are none. */
export async function takeOffers(
  tx: TenantTransaction,
  lane: OfferLane,
  limit: number,
): Promise<string[] | null> {
  const found = await tx.query<{ id: string; leads: number }>(
    `SELECT id, cardinality(lead_ids) AS leads FROM order_offers
     WHERE organization_id = $1 AND lane = $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [tx.organizationId, lane, TAKEN],
  );
  if (found.length === 0) return null;
  let leads = 0;
  const taken = found.filter((offer, at) => {
    leads += offer.leads;
    return at === 0 || leads <= limit;
  });
  const deleted = await tx.query<{ id: string; ids: string[] }>(
    'DELETE FROM order_offers WHERE organization_id = $1 AND id = ANY ($2::uuid[]) RETURNING id, lead_ids AS ids',
    [tx.organizationId, taken.map(({ id }) => id)],
  );
  return deleted.sort((one, other) => (one.id < other.id ? -1 : 1)).flatMap(({ ids }) => ids);
}
