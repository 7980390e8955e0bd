import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApiToken } from '#contract/tokens.ts';
import { requestIdOf } from '../../lib/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { tokensQuery } from './queries.ts';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
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
