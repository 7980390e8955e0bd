import type { ApiToken } from '#contract/tokens.ts';
import { formatDate, formatDateTime, formatRelative } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';

/** Day with the time as tooltip. */
function Day({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatDate(time)}
    </time>
  );
}

/** Creation day and creator. */
export function TokenCreated({ token }: { token: ApiToken }) {
  return (
    <>
      <Day time={token.createdAt} />
      <span className="block max-w-36 truncate text-12" title={token.createdBy}>
        by {token.createdBy}
      </span>
    </>
  );
}

/** Time of last use, or Never. */
export function LastUsed({ token: { lastUsedAt } }: { token: ApiToken }) {
  if (lastUsedAt === null) return 'Never';
  return (
    <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
      {formatRelative(lastUsedAt)}
    </time>
  );
}

/** Expiry day, or Never. */
export function Expiry({ token: { expiresAt } }: { token: ApiToken }) {
  if (expiresAt === null) return 'Never';
  return Date.parse(expiresAt) <= Date.now() ? (
    <Badge tone="negative">Expired</Badge>
  ) : (
    <Day time={expiresAt} />
  );
}

/** Formats a token's scopes. */
export function scopesText({ scopes }: ApiToken): string {
  return scopes.replace(',', ', ');
}
