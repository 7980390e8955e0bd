import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { userQuery, watchSession } from '../features/session/queries.ts';
import { SignedOutShell } from '../features/shell/shell.tsx';
import { ApiError, messageOf, requestIdOf } from '../lib/api-error.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { router } from './router.tsx';

const LazyPasswordFirst = lazy(async () => ({
  default: (await import('../features/session/password-first.tsx')).PasswordFirst,
}));

/** Loads the signed-in user, then renders the router, whose guards run again whenever the user changes. */
export function App() {
  const { data: user, error, isFetching, refetch } = useQuery(userQuery);
  useEffect(watchSession, []);
  useEffect(() => {
    if (user !== undefined) void router.invalidate();
  }, [user]);
  if (user?.mustChangePassword === true) {
    // Rendered instead of the router, because the server rejects all of the screens' calls until the password
    // is changed.
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
    <main className="grid min-h-dvh place-items-center">
      {error ? (
        <ErrorState
          {...(error instanceof ApiError && error.status === 403
            ? {
                title: messageOf(error, 'Access refused'),
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
