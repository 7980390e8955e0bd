import { Trash2 } from 'lucide-react';
import type { ApiToken } from '#contract/tokens.ts';
import { formatDate, formatDateTime, formatRelative } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { Truncated } from '../../ui/truncated.tsx';

const TABLE_WIDTH = 720;

interface TokenTableProps {
  /** Undefined while they load. */
  tokens: readonly ApiToken[] | undefined;
  /** Null for read-only users. */
  onRevoke: ((token: ApiToken) => void) | null;
}

const COLUMNS: readonly RecordColumn<ApiToken>[] = [
  {
    label: 'Name',
    onCard: 'title',
    className: 'w-full max-w-0 min-w-40',
    cellClassName: 'font-medium',
    skeleton: 'h-4 w-32',
    value: ({ name }) => <Truncated text={name} className="max-w-full" />,
  },
  {
    label: 'Token',
    className: 'whitespace-nowrap',
    cellClassName: 'text-muted',
    value: ({ tokenPrefix }) => <span className="font-mono text-12">{tokenPrefix}…</span>,
  },
  { label: 'Scopes', className: 'whitespace-nowrap', value: scopesText },
  {
    label: 'Created',
    className: 'whitespace-nowrap',
    cellClassName: 'text-muted',
    value: (token) => <TokenCreated token={token} />,
  },
  {
    label: 'Last Used',
    className: 'whitespace-nowrap',
    cellClassName: 'text-muted',
    value: (token) => <LastUsed token={token} />,
  },
  {
    label: 'Expires',
    className: 'whitespace-nowrap',
    cellClassName: 'text-muted',
    value: (token) => <Expiry token={token} />,
  },
];

export function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const actions: RecordColumn<ApiToken> = {
    label: 'Actions',
    onCard: 'actions',
    value: (token) => (
      <IconButton
        icon={Trash2}
        label={`Revoke ${token.name}`}
        side="left"
        onClick={() => onRevoke?.(token)}
      />
    ),
  };
  return (
    <RecordTable
      label="API tokens"
      records={tokens}
      keyOf={({ id }) => id}
      tableWidth={TABLE_WIDTH}
      rowHeight="h-13"
      placeholders={3}
      columns={onRevoke === null ? COLUMNS : [...COLUMNS, actions]}
    />
  );
}

/** Day with the time as tooltip. */
function Day({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatDate(time)}
    </time>
  );
}

function TokenCreated({ token }: { token: ApiToken }) {
  return (
    <>
      <Day time={token.createdAt} />
      <span className="block max-w-36 truncate text-12" title={token.createdBy}>
        by {token.createdBy}
      </span>
    </>
  );
}

function LastUsed({ token: { lastUsedAt } }: { token: ApiToken }) {
  if (lastUsedAt === null) return 'Never';
  return (
    <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
      {formatRelative(lastUsedAt)}
    </time>
  );
}

function Expiry({ token: { expiresAt } }: { token: ApiToken }) {
  if (expiresAt === null) return 'Never';
  return Date.parse(expiresAt) <= Date.now() ? (
    <Badge tone="negative">Expired</Badge>
  ) : (
    <Day time={expiresAt} />
  );
}

/** Formats a token's scopes. */
function scopesText({ scopes }: ApiToken): string {
  return scopes.replace(',', ', ');
}
