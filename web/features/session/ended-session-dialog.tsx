import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type CurrentUser, login } from '#contract/current-user.ts';
import { messageOf } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { CodeForm, type CodeKind } from './code-form.tsx';
import { wantsCode } from './sign-in-calls.ts';

const FAILED = 'Invalid username or password';

export interface EndedSessionDialogProps {
  user: CurrentUser;
  /** Receives the signed-in user, or null to log out. */
  onEnd: (user: CurrentUser | null) => void;
}

/** Signs in again after the session has ended, without leaving the page. */
export function EndedSessionDialog({ user, onEnd }: EndedSessionDialogProps) {
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
