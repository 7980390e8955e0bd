import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Executed once, however often it is sent. */
export interface KeyedRequest {
  tokenId: string;
  key: string;
  /** SHA-256 of the request. */
  hash: Buffer;
}

export interface KeptAnswer {
  status: number;
  text: string;
}

/** Returns false while another transaction holds the key. */
export async function takeKey(tx: TenantTransaction, { tokenId, key }: KeyedRequest): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS taken',
    [`idempotency:${tokenId}:${key}`],
  );
  return row?.taken === true;
}

/** Returns the key's response of the last 24 hours, or null. */
export async function findKept(
  tx: TenantTransaction,
  { tokenId, key }: KeyedRequest,
): Promise<(KeptAnswer & { hash: Buffer }) | null> {
  const [row] = await tx.query<KeptAnswer & { hash: Buffer }>(
    `SELECT status, answer AS text, request_hash AS hash FROM idempotency_keys
     WHERE organization_id = $1 AND token_id = $2 AND key = $3 AND created_at > now() - interval '24 hours'`,
    [tx.organizationId, tokenId, key],
  );
  return row ?? null;
}

/** Use the transaction of the reported work. */
export async function keepAnswer(
  tx: TenantTransaction,
  { tokenId, key, hash }: KeyedRequest,
  { status, text }: KeptAnswer,
): Promise<void> {
  await tx.query(
    `INSERT INTO idempotency_keys (organization_id, token_id, key, request_hash, status, answer)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (organization_id, token_id, key)
     DO UPDATE SET request_hash = $4, status = $5, answer = $6, created_at = excluded.created_at`,
    [tx.organizationId, tokenId, key, hash, status, text],
  );
}
