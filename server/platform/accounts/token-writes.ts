import type { ApiToken } from '#contract/tokens.ts';
import type { Actor } from '../audit/writes.ts';
import type { OrganizationScope, TenantTransaction } from '../db/scope.ts';
import { newId } from '../ids.ts';

/** A token without its hash. */
export type TokenRecord = Omit<ApiToken, 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'revokedAt'> & {
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

const TOKEN_COLUMNS = `id, name, token_prefix AS "tokenPrefix", scopes, customer_number AS "customerNumber", created_at AS "createdAt",
  created_by_name AS "createdBy", last_used_at AS "lastUsedAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"`;

/** Unrevoked tokens, newest first. */
export async function findTokens(tx: TenantTransaction): Promise<ApiToken[]> {
  const rows = await tx.query<TokenRecord>(
    `SELECT ${TOKEN_COLUMNS} FROM api_tokens
     WHERE organization_id = $1 AND revoked_at IS NULL ORDER BY id DESC`,
    [tx.organizationId],
  );
  return rows.map(toToken);
}

function toToken(row: TokenRecord): ApiToken {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/** Returns a token's active allow-list; null if revoked or expired. */
export async function findAllowList(tx: TenantTransaction, tokenId: string): Promise<string[] | null> {
  const [row] = await tx.query<{ entries: string[] }>(
    `SELECT array(SELECT ip_address FROM ip_whitelist WHERE organization_id = $1 AND is_active) AS entries
     FROM api_tokens
     WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    [tx.organizationId, tokenId],
    'token_allow_list',
  );
  return row?.entries ?? null;
}

/** `shown` is the visible prefix. */
export interface NewToken {
  name: string;
  scopes: ApiToken['scopes'];
  customerNumber: string | null;
  expiresAt: string | null;
  shown: string;
  hash: Buffer;
  actor: Actor;
}

/** Only the secret's hash is stored. */
export async function insertToken(tx: TenantTransaction, token: NewToken): Promise<ApiToken> {
  const rows = await tx.query<TokenRecord>(
    `INSERT INTO api_tokens
       (organization_id, id, name, token_prefix, token_hash, scopes, expires_at, created_by, created_by_name,
        customer_number)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${TOKEN_COLUMNS}`,
    [
      tx.organizationId,
      newId(),
      token.name,
      token.shown,
      token.hash,
      token.scopes,
      token.expiresAt,
      token.actor.id,
      token.actor.username,
      token.customerNumber,
    ],
  );
  const [row] = rows.map(toToken);
  if (row === undefined) throw new Error('The token was not stored');
  return row;
}

/** Returns the name, or null if unknown or revoked. */
export async function markRevoked(tx: TenantTransaction, id: string): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    `UPDATE api_tokens SET revoked_at = now()
     WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING name`,
    [tx.organizationId, id],
  );
  return row?.name ?? null;
}

/** Records at most one use per minute. */
export async function noteTokenUse(scope: OrganizationScope, id: string): Promise<void> {
  await scope.transaction((tx) =>
    tx.query(
      `UPDATE api_tokens SET last_used_at = now()
       WHERE organization_id = $1 AND id = $2
         AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
      [tx.organizationId, id],
    ),
  );
}
