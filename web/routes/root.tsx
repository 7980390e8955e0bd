import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/users.ts';
import { useLogout } from '../features/session/queries.ts';
import { Shell, SignedOutShell } from '../features/shell/shell.tsx';
import { NotFoundPage } from './not-found.tsx';

/** What every route knows. */
export interface RouterContext {
  user: CurrentUser | null;
}

function Root() {
  const { user } = rootRoute.useRouteContext();
  const logout = useLogout();
  if (user === null) {
    return (
      <SignedOutShell>
        <Outlet />
      </SignedOutShell>
    );
  }
  return (
    <Shell user={user} loggingOut={logout.isPending} onLogout={() => logout.mutate()}>
      <Outlet />
    </Shell>
  );
}

/** The frame of every screen, by whether someone is signed in. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});
