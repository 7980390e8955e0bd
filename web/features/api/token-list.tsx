import { useQuery } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApiToken } from '#contract/tokens.ts';
import { Moment } from '../../lib/moment.tsx';
import { QueryError } from '../../lib/query-error.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { Truncated } from '../../ui/truncated.tsx';
import { tokensQuery, useRevokeToken } from './queries.ts';

interface TokenListProps {
  /** True for administrators, who may revoke tokens. */
  editable: boolean;
  emptyAction: ReactNode;
}

export function TokenList({ editable, emptyAction }: TokenListProps) {
  const query = useQuery(tokensQuery);
  const { data, error } = query;
  const [leaving, setLeaving] = useState<ApiToken | null>(null);
  if (data === undefined && error)
    return <QueryError card title="Failed to fetch API tokens" query={query} />;
  if (data?.length === 0) {
    return (
      <EmptyState
        card
        icon={KeyRound}
        title="No API tokens yet"
        text={
          editable
            ? 'Create one to connect your own software to your leads.'
            : 'Ask an administrator to create one.'
        }
        action={emptyAction}
      />
    );
  }
  return (
    <>
      <TokenTable tokens={data} onRevoke={editable ? setLeaving : null} />
      {leaving && <RevokeTokenDialog token={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function RevokeTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useRevokeToken();
  return (
    <ActionDialog
      onClose={onClose}
      title="Revoke Token"
      description={`Are you sure you want to revoke the token "${token.name}"?`}
      action="Revoke"
      destructive
      pending={revoke.isPending}
      pendingText="Revoking..."
      onAction={() => revoke.mutate(token, { onSettled: onClose })}
    >
      <p className="text-14">Software that uses it stops working immediately. You can't undo this.</p>
    </ActionDialog>
  );
}

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
  {
    label: 'Scopes',
    className: 'whitespace-nowrap',
    value: ({ scopes, customerNumber }) => (
      <>
        {scopes.replace(',', ', ')}
        {customerNumber !== null && (
          <span className="block max-w-36 truncate text-12 text-muted" title={customerNumber}>
            of {customerNumber}
          </span>
        )}
      </>
    ),
  },
  {
    label: 'Created',
    className: 'whitespace-nowrap',
    cellClassName: 'text-muted',
    value: ({ createdAt, createdBy }) => (
      <>
        <Moment day time={createdAt} />
        <span className="block max-w-36 truncate text-12" title={createdBy}>
          by {createdBy}
        </span>
      </>
    ),
  },
  {
    label: 'Last Used',
    className: 'whitespace-nowrap',
    cellClassName: 'text-muted',
    value: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Moment time={lastUsedAt} />),
  },
  {
    label: 'Expires',
    className: 'whitespace-nowrap',
    cellClassName: 'text-muted',
    value: ({ expiresAt }) => expiryOf(expiresAt),
  },
];

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
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

function expiryOf(expiresAt: string | null): ReactNode {
  if (expiresAt === null) return 'Never';
  if (Date.parse(expiresAt) <= Date.now()) return <Badge tone="negative">Expired</Badge>;
  return <Moment day time={expiresAt} />;
}
