import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Has administrators emailed why an order paused, or with a cap that it is full. */
export async function queueOrderMail(
  tx: TenantTransaction,
  orderId: string,
  fullCap: string | null = null,
): Promise<void> {
  await tx.query(
    "SELECT enqueue_job('mail_order', $1, jsonb_build_object('fullCap', $2::text, 'at', now()))",
    [orderId, fullCap],
  );
}
