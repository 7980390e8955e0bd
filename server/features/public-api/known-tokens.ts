import { noteTokenUse } from '../../platform/accounts/token-writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { scopeOf } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { findApiToken, hashOfApiToken, isApiToken } from '../../platform/security/api-tokens.ts';

/** A valid token, as the gate caches it. */
export interface KnownToken {
  id: string;
  name: string;
  scopes: readonly string[];
  expiresAt: Date | null;
  /** Active entries of the organization's allow-list. */
  allowList: readonly string[];
  /** Database scope of the token's organization. */
  scope: OrganizationScope;
}

interface CachedToken {
  token: Promise<KnownToken | null>;
  at: number;
}

/** Cache lifetime in milliseconds. Revocations invalidate it immediately through NOTIFY. */
const CACHE_LIFETIME_MS = 3_000;
const MAX_CACHED_TOKENS = 10_000;
/** Minimum milliseconds between two updates of a token's last use. */
const USE_UPDATE_INTERVAL_MS = 60_000;

/** Finds tokens and caches them for a few seconds, so that frequent use costs one query. */
export class KnownTokens {
  private readonly cache = new Map<string, CachedToken>();
  private readonly recordedUses = new Map<string, number>();
  private readonly context: Context;
  /** Stops listening for revocations. */
  readonly close: () => void;

  constructor(context: Context) {
    this.context = context;
    this.close = context.notices.onTokensChanged(() => this.cache.clear());
  }

  /** Returns the token for this text; null when it is malformed, unknown, revoked or expired. */
  async find(text: string): Promise<KnownToken | null> {
    // A mistyped token costs no query.
    if (!isApiToken(text)) return null;
    const token = await this.lookUp(text);
    if (token === null || (token.expiresAt !== null && token.expiresAt.getTime() <= Date.now())) return null;
    return token;
  }

  /** Records the use of a token, at most once a minute, without delaying the request. */
  recordUse(token: KnownToken): void {
    const now = performance.now();
    const before = this.recordedUses.get(token.id);
    if (before !== undefined && now - before < USE_UPDATE_INTERVAL_MS) return;
    this.recordedUses.set(token.id, now);
    noteTokenUse(token.scope, token.id).catch((error: unknown) =>
      this.context.log.warn({ err: error }, 'the last use of a token was not noted'),
    );
  }

  private lookUp(text: string): Promise<KnownToken | null> {
    const hash = hashOfApiToken(text);
    const key = hash.toString('base64');
    const now = performance.now();
    const held = this.cache.get(key);
    if (held !== undefined && now - held.at < CACHE_LIFETIME_MS) return held.token;
    if (this.cache.size >= MAX_CACHED_TOKENS) this.cache.clear();
    const token = this.load(hash);
    this.cache.set(key, { token, at: now });
    // A failed query must not stay cached.
    token.catch(() => this.cache.delete(key));
    return token;
  }

  private async load(hash: Buffer): Promise<KnownToken | null> {
    const row = await findApiToken(this.context.db.app, hash);
    if (row === null) return null;
    return {
      id: row.id,
      name: row.name,
      scopes: row.scopes.split(','),
      expiresAt: row.expires_at,
      allowList: row.allow_list,
      scope: scopeOf(this.context, row.organization_id),
    };
  }
}
