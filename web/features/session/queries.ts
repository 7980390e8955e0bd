import { queryOptions, useMutation } from '@tanstack/react-query';
import { type CurrentUser, getUser, logout } from '#contract/current-user.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { dropDrafts } from '../../lib/drop-drafts.ts';
import { queryClient } from '../../lib/query.ts';
import { showReason } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** The signed-in user; a 401 means null, not a failure. */
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

/** Notifies other tabs that the user may have changed. */
export const sessionChannel = new BroadcastChannel('session');

/** Sets this tab's user and drops the previous user's data. */
export function setUser(user: CurrentUser | null): void {
  if (user === null) dropDrafts();
  queryClient.setQueryData(userQuery.queryKey, user);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== getUser.path });
}

/** Sets the user after sign-in or sign-out, and notifies other tabs. */
export function changeUser(user: CurrentUser | null): void {
  setUser(user);
  sessionChannel.postMessage(null);
}

export function useLogout() {
  return useMutation({
    // An ended session counts as logged out.
    mutationFn: () => callApi(logout, {}, undefined, { renews: false }).catch(unlessSignedOut),
    onSuccess: () => {
      changeUser(null);
      toast({ title: 'Logged out', description: 'You have been logged out successfully' });
    },
    onError: (error) => showReason(error, 'Logout failed', error.message),
  });
}

function unlessSignedOut(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 401)) throw error;
}
