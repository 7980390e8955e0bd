import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { sessionChannel, userQuery } from '../features/session/queries.ts';
import { SignedOutShell } from '../features/shell/shell.tsx';
import { ApiError, messageOf, requestIdOf } from '../lib/api-error.ts';
import { onUnauthenticated } from '../lib/call-api.ts';
import { hasDrafts, UNSENT } from '../lib/drop-drafts.ts';
import { lazyPart, loadAhead } from '../lib/load-code.ts';
import { queryClient } from '../lib/query.ts';
import { followNetwork, serverReach, useReach } from '../lib/server-reach.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { router } from './router.tsx';

const TEXT = {
  reachable: '',
  offline: "You're offline. Keep this tab open: your changes will be sent as soon as you're back online.",
  away: "Lead Manager isn't responding. Keep this tab open: we'll keep trying, then send your changes.",
};

/** Reports that the server is unreachable, and the effect on changes. */
function ReachBanner() {
  const reach = useReach();
  return (
    <div
      role="status"
      data-reach={reach}
      className="fixed inset-x-0 top-0 z-50 flex h-(--banner) items-center justify-center gap-3 overflow-hidden bg-caution-tint px-4 text-13 text-text"
    >
      <p>{TEXT[reach]}</p>
      {reach !== 'reachable' && (
        <button
          type="button"
          onClick={() => void serverReach.check()}
          className="shrink-0 font-medium underline underline-offset-2"
        >
          Try Now
        </button>
      )}
    </div>
  );
}

const LazyPasswordFirst = lazyPart(
  async () => (await import('../features/session/password-first.tsx')).PasswordFirst,
);

/** Changes may have been missed while offline. */
function refetchAll(): void {
  void queryClient.invalidateQueries();
  loadAhead();
}

/** Screens, below a banner while the server is unreachable. */
export function App() {
  useEffect(loadAhead, []);
  useEffect(() => followNetwork(refetchAll), []);
  useEffect(watchSession, []);
  return (
    <>
      <ReachBanner />
      <Screens />
    </>
  );
}

/** Sends edits that an earlier load of the page kept. */
async function sendUnsent(): Promise<void> {
  if (hasDrafts(UNSENT)) (await import('../features/leads/unsent-edits.ts')).sendUnsentEdits();
}

/** Loads the user before the router, whose guards rerun when the user changes. */
function Screens() {
  const { data: user, error, isFetching, refetch } = useQuery(userQuery);
  const userId = user?.id;
  useEffect(() => {
    if (user !== undefined) void router.invalidate();
  }, [user]);
  useEffect(() => void (userId && sendUnsent()), [userId]);
  if (user?.mustChangePassword === true) {
    // Replaces the router, because the server rejects other calls until the password is changed.
    return (
      <SignedOutShell>
        <Suspense fallback={null}>
          <LazyPasswordFirst username={user.username} />
        </Suspense>
      </SignedOutShell>
    );
  }
  if (user !== undefined) return <RouterProvider router={router} context={{ user }} />;
  return (
    <main className="grid min-h-[calc(100dvh-var(--banner))] place-items-center">
      {error ? (
        <ErrorState
          isPage
          {...(error instanceof ApiError && error.status === 403
            ? {
                title: messageOf(error, 'Access denied'),
                text: 'Ask your administrator for access.',
              }
            : { title: "Can't reach Lead Manager", text: 'Check your connection and try again.' })}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Spinner label="Loading" className="size-6 text-muted" />
      )}
    </main>
  );
}

/** Follows ended sessions, and sign-ins and sign-outs in other tabs. */
function watchSession(): () => void {
  onUnauthenticated(
    async () =>
      Boolean(queryClient.getQueryData(userQuery.queryKey)) &&
      (await import('../features/session/renew-session.tsx')).renewSession(),
  );
  sessionChannel.onmessage = async () =>
    (await import('../features/session/renew-session.tsx')).followOtherTab();
  return () => {
    sessionChannel.onmessage = null;
  };
}
