import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { findOrder } from '../../../lead/orders/order-reads.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;
const SECRET_BYTES = 32;

/** A link to a file of sold leads. */
export interface DeliveryLink {
  customerNumber: string;
  orderName: string | null;
  deliveryIds: string[];
  filename: string;
  expiresAt: Date;
}

/** The key in a link, read. */
export interface LinkKey {
  organizationId: string;
  id: string;
  secret: string;
}

const linkKey = z.tuple([z.uuid(), z.uuid(), z.string().regex(/^[\w-]{43}$/)]);

/** Returns null for a text that is no key of a link. */
export function readLinkKey(text: string): LinkKey | null {
  const { data } = linkKey.safeParse(text.split('.'));
  return data === undefined ? null : { organizationId: data[0], id: data[1], secret: data[2] };
}

/** Stores a link and returns its key; only the hash of its secret is kept. */
export async function addLink(
  tx: TenantTransaction,
  {
    orderId,
    customerNumber,
    deliveryIds,
    filename,
  }: {
    orderId: string;
    customerNumber: string;
    deliveryIds: readonly string[];
    filename: string;
  },
): Promise<{ key: string; expiresAt: Date }> {
  const [id, secret] = [newId(), randomBytes(SECRET_BYTES).toString('base64url')];
  const expiresAt = new Date(Date.now() + DAYS * DAY_MS);
  await tx.query(
    `INSERT INTO delivery_links (organization_id, id, order_id, customer_number, secret_hash, delivery_ids, filename, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.organizationId, id, orderId, customerNumber, hashOf(secret), deliveryIds, filename, expiresAt],
  );
  return { key: `${tx.organizationId}.${id}.${secret}`, expiresAt };
}

/** Returns null for a link that isn't known, or whose secret is another. */
export async function findLink(tx: TenantTransaction, { id, secret }: LinkKey): Promise<DeliveryLink | null> {
  const [row] = await tx.query<Omit<DeliveryLink, 'orderName'> & { secretHash: Buffer; orderId: string }>(
    `SELECT k.customer_number AS "customerNumber", k.delivery_ids AS "deliveryIds", k.filename, k.expires_at AS "expiresAt",
       k.secret_hash AS "secretHash", k.order_id AS "orderId"
     FROM delivery_links k JOIN organizations g ON g.id = k.organization_id AND g.deleted_at IS NULL
     WHERE k.organization_id = $1 AND k.id = $2`,
    [tx.organizationId, id],
  );
  if (row === undefined || !timingSafeEqual(row.secretHash, hashOf(secret))) return null;
  const { secretHash: _secretHash, orderId, ...link } = row;
  return { ...link, orderName: (await findOrder(tx, orderId))?.name ?? null };
}

/** Returns the leads of deliveries that are still sold, in the order in which they were. */
export async function soldLeadIds(tx: TenantTransaction, deliveryIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ leadId: string }>(
    `SELECT d.lead_id AS "leadId" FROM deliveries d
     JOIN lead_sales s ON s.organization_id = $1 AND s.lead_id = d.lead_id AND s.id = d.sale_id
     JOIN leads l ON l.organization_id = $1 AND l.id = d.lead_id
     WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]) AND d.state <> 'canceled' AND s.returned_at IS NULL
       AND l.deleted_at IS NULL
     ORDER BY s.sold_at, d.id`,
    [tx.organizationId, deliveryIds],
  );
  return rows.map(({ leadId }) => leadId);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
