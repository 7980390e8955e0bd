import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { type CurrentUser, getUser } from '#contract/current-user.ts';
import { sendWhenReachable } from '../../lib/call-api.ts';
import { keepDraftsOf } from '../../lib/drafts.ts';
import { queryClient } from '../../lib/query.ts';
import { EndedSessionDialog } from './ended-session-dialog.tsx';
import { setUser, userQuery } from './queries.ts';

/** Sign-in that refused calls wait for. */
interface Renewal {
  /** Resolves to true once the user has a session again. */
  renewed: Promise<boolean>;
  end: (user: CurrentUser | null) => void;
}

let renewal: Renewal | null = null;

/** Resolves to true once the user has a session again, and to false if the user leaves. */
export async function renewSession(): Promise<boolean> {
  // Another tab may have signed in again, or the rejected call may predate the new session.
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
  // The pending first answer brings the new user.
  else if (before !== undefined) setUser(user);
}

/** Resumes for the same user; reloads for a different user. */
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

/** Shows the dialog, outside the interrupted page, until the user has signed in or left. */
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
