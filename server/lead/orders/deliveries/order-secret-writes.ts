import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { encryptSecret, openSecret } from '../../../platform/security/secret-box.ts';

/** Secrets of an order's delivery, which are never answered. */
export interface OrderSecrets {
  /** Signs webhooks. */
  secret?: string;
  /** Signs along until then (ISO 8601). */
  former?: { secret: string; until: string };
  /** Values by the names of headers. */
  headers?: Record<string, string>;
  /** Private SSH key. */
  key?: string;
}

const ownerOf = (orderId: string): string => `order ${orderId}`;

/** Returns null if they can't be read with the installation's key. */
export async function readOrderSecrets(tx: TenantTransaction, orderId: string): Promise<OrderSecrets | null> {
  const [row] = await tx.query<{ sealed: Buffer }>(
    'SELECT sealed FROM order_secrets WHERE organization_id = $1 AND order_id = $2',
    [tx.organizationId, orderId],
  );
  const opened = row === undefined ? null : openSecret(tx.secretKey(), ownerOf(orderId), row.sealed);
  return opened === null ? null : (JSON.parse(opened.toString('utf8')) as OrderSecrets);
}

export async function writeOrderSecrets(
  tx: TenantTransaction,
  orderId: string,
  secrets: OrderSecrets,
): Promise<void> {
  const sealed = encryptSecret(tx.secretKey(), ownerOf(orderId), Buffer.from(JSON.stringify(secrets)));
  await tx.query(
    `INSERT INTO order_secrets (organization_id, order_id, sealed) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, order_id) DO UPDATE SET sealed = excluded.sealed`,
    [tx.organizationId, orderId, sealed],
  );
}

/** Returns the secrets that sign webhooks at a time, the current one first. */
export function signingSecrets({ secret, former }: OrderSecrets, at: Date): string[] {
  if (secret === undefined) return [];
  return former !== undefined && at.toISOString() < former.until ? [secret, former.secret] : [secret];
}
