import { LEAST_ID } from '../../lead/operations/operation.ts';
import { askLists, holdLists, isHit } from '../../lead/suppression/suppression-reads.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import { cancelEach, SUPPRESSED_REASON } from './claim-writes.ts';

/** Deliveries per transaction. */
const PAGE = 1_000;

interface OpenDelivery {
  id: string;
  orderId: string;
  customerNumber: string;
  email: string | null;
  phone: string | null;
}

/** Cancels deliveries that wait or may be repeated, of people whom a suppression list names now. */
export async function cancelListed(scope: OrganizationScope): Promise<void> {
  for (let after: string | null = LEAST_ID; after !== null; ) {
    const from: string = after;
    after = await scope.transaction((tx) => cancelPage(tx, from));
  }
}

/** Returns the last delivery of the page; null after the last page. */
async function cancelPage(tx: TenantTransaction, after: string): Promise<string | null> {
  // First, so that no one waits for the lists while holding queues.
  await holdLists(tx);
  const open = await tx.query<OpenDelivery & Record<string, unknown>>(
    `SELECT d.id, d.order_id AS "orderId", d.customer_number AS "customerNumber", l.email,
       CASE WHEN l.number_valid THEN l.phone END AS phone
     FROM deliveries d JOIN leads l ON l.organization_id = $1 AND l.id = d.lead_id
     WHERE d.organization_id = $1 AND d.state IN ('waiting', 'unknown') AND d.id > $2 ORDER BY d.id LIMIT ${PAGE}`,
    [tx.organizationId, after],
  );
  const listed: OpenDelivery[] = [];
  for (const [customer, ofCustomer] of Map.groupBy(open, ({ customerNumber }) => customerNumber)) {
    const hits = await askLists(tx, ofCustomer, { customer });
    listed.push(...ofCustomer.filter((_one, at) => isHit(hits[at] ?? { email: [], phone: [] })));
  }
  if (listed.length > 0) {
    await tx.query(
      'SELECT FROM delivery_queues WHERE organization_id = $1 AND order_id = ANY ($2::uuid[]) ORDER BY order_id FOR UPDATE',
      [tx.organizationId, listed.map(({ orderId }) => orderId)],
    );
    await cancelEach(
      tx,
      listed.map(({ id }) => ({ id, reason: SUPPRESSED_REASON })),
    );
    await notifyChanges(tx, { type: 'deliveries' });
  }
  return open.length === PAGE ? (open.at(-1)?.id ?? null) : null;
}
