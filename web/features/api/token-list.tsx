import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApiToken } from '#contract/tokens.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { tokensQuery, useRevokeToken } from './queries.ts';
import { TokenTable } from './token-table.tsx';

interface TokenListProps {
  /** True for administrators, who may revoke tokens. */
  editable: boolean;
  /** Shown for an empty list. */
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
      <Card>
        <EmptyState
          icon={KeyRound}
          title="No API tokens yet"
          text={
            editable
              ? 'Create one to connect your own software to your leads.'
              : 'Ask an administrator to create one.'
          }
          action={emptyAction}
        />
      </Card>
    );
  }
  return (
    <>
      <TokenTable tokens={data} onRevoke={editable ? setLeaving : null} />
      {leaving && <RevokeTokenDialog token={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

interface RevokeTokenDialogProps {
  token: ApiToken;
  onClose: () => void;
}

function RevokeTokenDialog({ token, onClose }: RevokeTokenDialogProps) {
  const revoke = useRevokeToken();
  return (
    <ActionDialog
      onClose={onClose}
      title="Revoke Token"
      description={
        <span className="break-words">Are you sure you want to revoke the token "{token.name}"?</span>
      }
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
