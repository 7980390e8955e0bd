import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { CurrentUser } from '#contract/users.ts';
import { useLogout } from '../features/session/queries.ts';
import { Shell, SignedOutShell } from '../features/shell/shell.tsx';
import { useLiveUpdates } from '../lib/live.ts';
import { NotFoundPage } from './not-found.tsx';
import { Palette } from './palette.tsx';

/** Context of every route. */
export interface RouterContext {
  user: CurrentUser | null;
}

/**
 * Runs `act` on the queue of Multi-File Import if the user has one, because the queue continues on every
 * screen.
 */
function withQueue(userId: string, act: (queue: typeof import('./multi-import.tsx')) => void) {
  if (userId && document.cookie.includes(`import_queue=${userId}`)) {
    void import('./multi-import.tsx').then(act);
  }
}

function Root() {
  const { user } = rootRoute.useRouteContext();
  const logout = useLogout();
  const { mutate } = logout;
  const userId = user?.id ?? '';
  const onLogout = useCallback(
    () => mutate(undefined, { onSuccess: () => withQueue(userId, (queue) => queue.forgetQueue(userId)) }),
    [mutate, userId],
  );
  useLiveUpdates(user?.id ?? null);
  useEffect(() => withQueue(userId, (queue) => queue.resumeQueue(userId)), [userId]);
  if (user === null) {
    return (
      <SignedOutShell>
        <Outlet />
      </SignedOutShell>
    );
  }
  return (
    <Shell
      user={user}
      loggingOut={logout.isPending}
      onLogout={onLogout}
      search={<Palette user={user} onLogout={onLogout} />}
    >
      <Outlet />
    </Shell>
  );
}

/** Root of all routes, with the layout for signed-in and other users. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});
