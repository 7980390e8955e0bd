import type { ApiToken } from '#contract/tokens.ts';
import { formatDate, formatDateTime, formatRelative } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';

/** Tokens, and what can be done to each. */
export interface TokensProps {
  tokens: readonly ApiToken[];
  /** null: the tokens can only be read. */
  onRevoke: ((token: ApiToken) => void) | null;
}

/** A day with its minute on hover. */
function Day({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatDate(time)}
    </time>
  );
}

/** When a token was made, and by whom. */
export function Created({ token }: { token: ApiToken }) {
  return (
    <>
      <Day time={token.createdAt} />
      <span className="block max-w-36 truncate text-12" title={token.createdBy}>
        by {token.createdBy}
      </span>
    </>
  );
}

/** When a token was last used, or Never. */
export function LastUsed({ token: { lastUsedAt } }: { token: ApiToken }) {
  if (lastUsedAt === null) return 'Never';
  return (
    <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
      {formatRelative(lastUsedAt)}
    </time>
  );
}

/** Until when a token works. */
export function Expiry({ token: { expiresAt } }: { token: ApiToken }) {
  if (expiresAt === null) return 'Never';
  return Date.parse(expiresAt) <= Date.now() ? (
    <Badge tone="negative">Expired</Badge>
  ) : (
    <Day time={expiresAt} />
  );
}

/** What a token may do, in words. */
export function scopesOf({ scopes }: ApiToken): string {
  return scopes.replace(',', ', ');
}
