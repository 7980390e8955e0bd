import { queryOptions, useMutation } from '@tanstack/react-query';
import { type CurrentUser, getUser, logout } from '#contract/users.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { callApi, onUnauthenticated } from '../../lib/call-api.ts';
import { queryClient } from '../../lib/query.ts';
import { toast } from '../../ui/toast-store.ts';

/** The signed-in user, or null if there is none: a 401 is an answer here, not a failure. */
export const userQuery = queryOptions({
  queryKey: [getUser.path] as const,
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await callApi(getUser, {}, signal);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** Sets the signed-in user and drops everything fetched for the previous one. */
export function setUser(user: CurrentUser | null): void {
  queryClient.setQueryData(userQuery.queryKey, user);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== getUser.path });
}

/** Signs the user out in this browser when any call returns 401. */
export function watchSession(): () => void {
  return onUnauthenticated(() => {
    if (queryClient.getQueryData(userQuery.queryKey)) setUser(null);
  });
}

export function useLogout() {
  return useMutation({
    mutationFn: () => callApi(logout, {}),
    onSuccess: () => {
      setUser(null);
      toast({ title: 'Logged out', description: 'You have been logged out successfully' });
    },
    onError: (error) => {
      toast({ tone: 'destructive', title: 'Logout failed', description: messageOf(error, error.message) });
    },
  });
}
