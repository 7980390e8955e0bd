import { useQuery } from '@tanstack/react-query';
import { requestIdOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ipStatusQuery, myIpQuery } from './ip-queries.ts';

interface Status {
  enabled: boolean;
  isWhitelisted: boolean;
  activeEntries: number;
}

function meaningOf({ enabled, isWhitelisted, activeEntries }: Status): string {
  if (!enabled) return 'The whitelist has no active entries, so any address can sign in.';
  const entries = formatCount(activeEntries, 'active entry', 'active entries');
  return isWhitelisted
    ? `The whitelist has ${entries}, and this address is on it.`
    : `The whitelist has ${entries}, but this address isn't on it.`;
}

function AccessBadge({ enabled, isWhitelisted }: Status) {
  if (!enabled) return <Badge>All IPs allowed</Badge>;
  return isWhitelisted ? (
    <Badge tone="positive">Whitelisted</Badge>
  ) : (
    <Badge tone="negative">Not whitelisted</Badge>
  );
}

export function CurrentIpCard() {
  const ip = useQuery(myIpQuery);
  const status = useQuery(ipStatusQuery);
  const error = ip.error ?? status.error;
  return (
    <Card title="Current IP" actions={status.data && <AccessBadge {...status.data} />}>
      {error && (ip.data === undefined || status.data === undefined) ? (
        <ErrorState
          className="py-4"
          title="Failed to fetch the current IP"
          text="Check your connection and try again."
          requestId={requestIdOf(error)}
          retrying={ip.isFetching || status.isFetching}
          onRetry={() => {
            void ip.refetch();
            void status.refetch();
          }}
        />
      ) : (
        <>
          {ip.data ? (
            <p className="font-mono text-16 break-all select-all">{ip.data.ip}</p>
          ) : (
            <Skeleton className="h-6 w-36" />
          )}
          <p className="mt-1 min-h-5 text-13 text-muted">{status.data && meaningOf(status.data)}</p>
        </>
      )}
    </Card>
  );
}
