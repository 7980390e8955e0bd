import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { CurrentUser } from '#contract/users.ts';
import { useLogout } from '../features/session/queries.ts';
import { Shell, SignedOutShell } from '../features/shell/shell.tsx';
import { useLiveUpdates } from '../lib/live.ts';
import { ActivityControl } from './activity.tsx';
import { Palette } from './palette.tsx';

export interface RouterContext {
  user: CurrentUser | null;
}

function Root() {
  const { user } = rootRoute.useRouteContext();
  const logout = useLogout();
  const { mutate } = logout;
  const onLogout = useCallback(() => mutate(undefined), [mutate]);
  useLiveUpdates(user?.id ?? null);
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
      activity={<ActivityControl username={user.username} />}
    >
      <Outlet />
    </Shell>
  );
}

/** Root route, with the layouts for signed-in and signed-out users. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFoundPage'),
});
