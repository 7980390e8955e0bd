import type { ApiToken } from '#contract/tokens.ts';
import type { TenantTransaction } from '../db/scope.ts';

/** A token without its hash. */
export type TokenRecord = Omit<ApiToken, 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'revokedAt'> & {
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

export const TOKEN_COLUMNS = `id, name, token_prefix AS "tokenPrefix", scopes, customer_number AS "customerNumber", created_at AS "createdAt",
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

export function toToken(row: TokenRecord): ApiToken {
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
