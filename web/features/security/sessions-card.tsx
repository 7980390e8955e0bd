import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { endOtherSessions, endSession, listSessions, type Session } from '#contract/sessions.ts';
import { agentName } from '../../lib/agent-name.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount, formatDateTime, formatLastSeen } from '../../lib/format.ts';
import { queryOf } from '../../lib/query.ts';
import { QueryContent } from '../../lib/query-error.tsx';
import { showReason } from '../../lib/show-failure.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';

const sessionsQuery = { ...queryOf(listSessions, {}), staleTime: 0 };

function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Session) => callApi(endSession, { params: { id } }),
    onSuccess: (_, ended) => {
      client.setQueryData(sessionsQuery.queryKey, (all) => all?.filter(({ id }) => id !== ended.id));
      toast({ title: 'Session ended' });
    },
    onError: (error) => showReason(error, 'Error', 'Failed to end the session'),
  });
}

function useEndOthers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(endOtherSessions, {}),
    onSuccess: ({ ended }) => {
      client.setQueryData(sessionsQuery.queryKey, (all) => all?.filter(({ current }) => current));
      toast(
        ended === 0
          ? { tone: 'neutral', title: 'No other sessions', description: "You're signed in only here." }
          : { title: 'Signed out everywhere else', description: `${formatCount(ended, 'session')} ended` },
      );
    },
    onError: (error) => showReason(error, 'Error', 'Failed to end the other sessions'),
  });
}

export function SessionsCard() {
  const query = useQuery(sessionsQuery);
  const { data } = query;
  const end = useEndSession();
  const endOthers = useEndOthers();
  const others = data?.some(({ current }) => !current) === true;
  return (
    <Card
      title="Sessions"
      subtitle="Where you're signed in"
      padded={false}
      actions={
        others && (
          <Button
            pending={endOthers.isPending}
            pendingText="Signing out..."
            onClick={() => endOthers.mutate()}
          >
            Sign Out Others
          </Button>
        )
      }
    >
      <QueryContent
        query={query}
        title="Failed to fetch your sessions"
        loading={<SkeletonLines widths={['w-56', 'w-40']} className="px-5 pb-5" />}
      >
        {(sessions) => (
          <ul aria-label="Sessions">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                ending={end.isPending && end.variables.id === session.id}
                onEnd={() => end.mutate(session)}
              />
            ))}
          </ul>
        )}
      </QueryContent>
    </Card>
  );
}

interface SessionRowProps {
  session: Session;
  ending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { ipAddress, userAgent, createdAt, lastSeenAt, current } = session;
  const name = agentName(userAgent);
  const Icon = /Android|iPhone|iPad|Mobile/.test(userAgent ?? '') ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 border-t border-line px-5 py-2.5">
      <Icon className="size-4 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium" title={userAgent ?? undefined}>
            {name}
          </span>
          {current && <Badge tone="positive">This session</Badge>}
        </p>
        <p className="text-13 break-words text-muted">
          {ipAddress !== null && <span className="font-mono text-12">{ipAddress}</span>}
          {ipAddress !== null && ' · '}
          <span title={`Signed in ${formatDateTime(createdAt)}`}>{formatLastSeen(lastSeenAt)}</span>
        </p>
      </div>
      {!current && (
        <Button
          size="small"
          pending={ending}
          pendingText="Signing out..."
          aria-label={`Sign out ${name}${ipAddress === null ? '' : ` at ${ipAddress}`}`}
          onClick={onEnd}
        >
          Sign Out
        </Button>
      )}
    </li>
  );
}
