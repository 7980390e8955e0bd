import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { type CurrentUser, getUser } from '#contract/users.ts';
import { sendWhenReachable } from '../../lib/call-api.ts';
import { keepDraftsOf } from '../../lib/drafts.ts';
import { queryClient } from '../../lib/query.ts';
import { EndedSessionDialog } from './ended-session-dialog.tsx';
import { setUser, userQuery } from './queries.ts';

/** The sign-in in place, for which all refused calls wait. */
interface Renewal {
  /** Resolves to true once the user has a session again. */
  renewed: Promise<boolean>;
  end: (user: CurrentUser | null) => void;
}

let renewal: Renewal | null = null;

/** Resolves to true once the user of this tab has a session again, and to false if the user leaves. */
export async function renewSession(): Promise<boolean> {
  // Another tab may have signed in again, or the rejected call may be older than the new session.
  const user = await currentUser();
  const before = queryClient.getQueryData(userQuery.queryKey);
  if (user) return goOnAs(user);
  if (!before) return false;
  renewal ??= ask(before);
  return renewal.renewed;
}

/** Follows a sign-in or sign-out in another tab. */
export async function followOtherTab(): Promise<void> {
  const user = await currentUser();
  const before = queryClient.getQueryData(userQuery.queryKey);
  if (renewal) renewal.end(user);
  else if (before && user) await goOnAs(user);
  // Without an answer yet, the one that comes is the new user.
  else if (before !== undefined) setUser(user);
}

/** Goes on as the user of this tab. For another user the page is loaded again, and nothing is repeated before. */
async function goOnAs(user: CurrentUser): Promise<boolean> {
  const before = queryClient.getQueryData(userQuery.queryKey);
  if (before && before.id !== user.id) {
    keepDraftsOf(user);
    location.reload();
    return new Promise(() => undefined);
  }
  queryClient.setQueryData(userQuery.queryKey, user);
  return true;
}

async function currentUser(): Promise<CurrentUser | null> {
  const reply = await sendWhenReachable(() => fetch(getUser.path, { credentials: 'include' }), true);
  return reply.ok ? reply.json() : null;
}

/** Shows the dialog until the user has signed in or left. It stands apart from the page, which it interrupts. */
function ask(before: CurrentUser): Renewal {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  let end: Renewal['end'] = () => undefined;
  const renewed = new Promise<boolean>((resolve) => {
    end = (user) => {
      renewal = null;
      root.unmount();
      place.remove();
      if (user === null) setUser(null);
      resolve(user !== null && goOnAs(user));
    };
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <EndedSessionDialog user={before} onEnd={end} />
    </QueryClientProvider>,
  );
  return { renewed, end };
}
