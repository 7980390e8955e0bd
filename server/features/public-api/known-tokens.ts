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

interface Looked {
  token: Promise<KnownToken | null>;
  at: number;
}

/** Cache lifetime in milliseconds. Revocations invalidate it immediately through NOTIFY. */
const SERVES_MS = 3_000;
const MOST = 10_000;
/** Minimum milliseconds between two updates of a token's last use. */
const USE_NOTED_MS = 60_000;

/** Finds tokens and caches them for a few seconds, so that frequent use costs one query. */
export class KnownTokens {
  private readonly looked = new Map<string, Looked>();
  private readonly noted = new Map<string, number>();
  private readonly context: Context;
  /** Stops listening for revocations. */
  readonly close: () => void;

  constructor(context: Context) {
    this.context = context;
    this.close = context.notices.onTokensChanged(() => this.looked.clear());
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
  noteUse(token: KnownToken): void {
    const now = performance.now();
    const before = this.noted.get(token.id);
    if (before !== undefined && now - before < USE_NOTED_MS) return;
    this.noted.set(token.id, now);
    noteTokenUse(token.scope, token.id).catch((error: unknown) =>
      this.context.log.warn({ err: error }, 'the last use of a token was not noted'),
    );
  }

  private lookUp(text: string): Promise<KnownToken | null> {
    const hash = hashOfApiToken(text);
    const key = hash.toString('base64');
    const now = performance.now();
    const held = this.looked.get(key);
    if (held !== undefined && now - held.at < SERVES_MS) return held.token;
    if (this.looked.size >= MOST) this.looked.clear();
    const token = this.load(hash);
    this.looked.set(key, { token, at: now });
    // A failed query must not stay cached.
    token.catch(() => this.looked.delete(key));
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
