import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApiToken } from '#contract/tokens.ts';
import { requestIdOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { tokensQuery, useRevokeToken } from './queries.ts';
import { TokenTable } from './token-table.tsx';

interface TokenListProps {
  /** True for administrators, who may revoke tokens. */
  editable: boolean;
  /** Shown for an empty list. */
  emptyAction: ReactNode;
}

/** API tokens of the organization. */
export function TokenList({ editable, emptyAction }: TokenListProps) {
  const { data, error, isFetching, refetch } = useQuery(tokensQuery);
  const [leaving, setLeaving] = useState<ApiToken | null>(null);
  if (data === undefined && error) {
    return (
      <Card>
        <ErrorState
          title="Failed to fetch API tokens"
          text="Check your connection and try again."
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  if (data?.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={KeyRound}
          title="No API tokens yet"
          text="Create one to connect your own software to your leads."
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

/** Confirms revoking a token. */
function RevokeTokenDialog({ token, onClose }: RevokeTokenDialogProps) {
  const revoke = useRevokeToken();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Revoke Token"
      description={
        <span className="break-words">Are you sure you want to revoke the token "{token.name}"?</span>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="destructive"
            pending={revoke.isPending}
            pendingText="Revoking..."
            onClick={() => revoke.mutate(token, { onSettled: onClose })}
          >
            Revoke
          </Button>
        </>
      }
    >
      <p className="text-14">Software that uses it stops working immediately. You can't undo this.</p>
    </Dialog>
  );
}
