import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type CurrentUser, getUser, login } from '#contract/current-user.ts';
import { messageOf } from '../../lib/api-error.ts';
import { callApi, sendWhenReachable } from '../../lib/call-api.ts';
import { keepDraftsOf } from '../../lib/drafts.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { CodeForm, type CodeKind } from './code-form.tsx';
import { setUser, userQuery } from './queries.ts';
import { wantsCode } from './sign-in-calls.ts';

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

const FAILED = 'Invalid username or password';

interface EndedSessionDialogProps {
  user: CurrentUser;
  /** Receives the signed-in user, or null to log out. */
  onEnd: (user: CurrentUser | null) => void;
}

/** Signs in again after the session has ended, without leaving the page. */
function EndedSessionDialog({ user, onEnd }: EndedSessionDialogProps) {
  const form = useId();
  const passwordBox = useRef<HTMLInputElement>(null);
  const [username, setUsername] = useState(user.username);
  const [password, setPassword] = useState('');
  const [codeKind, setCodeKind] = useState<CodeKind | null>(null);
  const signIn = useMutation({
    mutationFn: (token?: string) => callApi(login, { body: { username, password, token } }),
    onSuccess: onEnd,
    onError: (error) => wantsCode(error) && setCodeKind('app'),
  });
  const problem = signIn.error && !wantsCode(signIn.error) ? messageOf(signIn.error, FAILED) : undefined;
  const complete = username.trim() !== '' && password !== '';
  if (codeKind !== null) {
    return (
      <Dialog title="Two-Factor Authentication" description={`One more step for ${username}`}>
        {problem !== undefined && (
          <p role="alert" className="mb-4 text-13 text-negative">
            {problem}
          </p>
        )}
        <CodeForm
          key={codeKind}
          kind={codeKind}
          pending={signIn.isPending}
          onCode={(token, onRefused) => signIn.mutate(token, { onError: onRefused })}
          onOther={() => setCodeKind(codeKind === 'app' ? 'recovery' : 'app')}
          onBack={() => {
            signIn.reset();
            setCodeKind(null);
          }}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      initialFocus={passwordBox}
      title="Your session has ended"
      description="Sign in again to continue where you left off. What you typed is still here."
      footer={
        <>
          <Button variant="quiet" className="mr-auto" onClick={() => onEnd(null)}>
            Discard and Log Out
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={!complete}
            pending={signIn.isPending}
            pendingText="Logging in..."
          >
            Login
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        data-interrupts
        className="flex flex-col gap-4 pb-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (complete && !signIn.isPending) signIn.mutate(undefined);
        }}
      >
        <Field label="Username">
          <TextInput
            value={username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <Field label="Password" error={problem}>
          <PasswordInput
            ref={passwordBox}
            value={password}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
