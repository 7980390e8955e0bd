import { onUnauthenticated } from '../../lib/call-api.ts';
import { queryClient } from '../../lib/query.ts';
import { sessionChannel, userQuery } from './queries.ts';

/** Follows ended sessions, and sign-ins and sign-outs in other tabs. */
export function watchSession(): () => void {
  onUnauthenticated(
    async () =>
      Boolean(queryClient.getQueryData(userQuery.queryKey)) &&
      (await import('./renew-session.tsx')).renewSession(),
  );
  sessionChannel.onmessage = async () => (await import('./renew-session.tsx')).followOtherTab();
  return () => {
    sessionChannel.onmessage = null;
  };
}
