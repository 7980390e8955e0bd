import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, listSessions, type Session } from '#contract/sessions.ts';
import { messageOf } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount } from '../../lib/format.ts';
import { queryOf } from '../../lib/query.ts';
import { toast } from '../../ui/toast-store.ts';

/** The user's sessions, refetched on opening. */
export const sessionsQuery = { ...queryOf(listSessions, {}), staleTime: 0 };

/** Ends one of the user's sessions. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Session) => callApi(endSession, { params: { id } }),
    onSuccess: (_, ended) => {
      client.setQueryData(sessionsQuery.queryKey, (all) => all?.filter(({ id }) => id !== ended.id));
      toast({ title: 'Session ended' });
    },
    onError: (error) => {
      const description = messageOf(error, 'Failed to end the session');
      toast({ tone: 'destructive', title: 'Error', description });
    },
  });
}

/** Ends all of the user's other sessions. */
export function useEndOthers() {
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
    onError: (error) => {
      const description = messageOf(error, 'Failed to end the other sessions');
      toast({ tone: 'destructive', title: 'Error', description });
    },
  });
}
