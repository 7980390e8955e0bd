import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import { registration } from '#contract/users.ts';
import { checkedBy, showAtField } from '../../lib/field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CodeForm, type CodeKind } from './code-form.tsx';
import { registrationQuery, useLogin, useRegister, wantsCode } from './sign-in-calls.ts';

function Loading() {
  return (
    <section
      aria-busy
      className="flex h-[21.5rem] flex-col gap-4 rounded-card border border-line bg-surface p-6"
    >
      <Skeleton className="h-5 w-32" />
      <Skeleton className="mb-3 h-4 w-64 max-w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="mt-2 h-9 w-full" />
    </section>
  );
}

function Aside({ text, children }: { text: string; children: ReactNode }) {
  return (
    <p className="mt-5 text-center text-13 text-muted">
      {text} {children}
    </p>
  );
}

const LINK = 'font-medium text-accent underline-offset-4 hover:underline';

/** Sign-in, creation of the first administrator, or open registration. */
export function AuthCard({
  registering,
  setupCode,
}: {
  registering: boolean;
  setupCode: string | undefined;
}) {
  const { data, isPending } = useQuery(registrationQuery);
  if (isPending) return <Loading />;
  if (data?.byLink === true && setupCode === undefined) {
    return (
      <AuthFrame
        title="No administrator yet"
        text="Open the link that the server printed at its start to create the first administrator."
      >
        <p className="text-14 text-muted">
          It stands in the server's output. You can also create the account there with
          <code className="mt-2 block font-mono text-12">npm run admin -- create-user NAME --admin</code>
        </p>
      </AuthFrame>
    );
  }
  if (data?.firstRun === true) {
    return (
      <AuthFrame
        title="Create the first administrator"
        text="This account sets up your workspace and adds the other users."
      >
        <RegisterForm action="Create Administrator" setupCode={setupCode} />
      </AuthFrame>
    );
  }
  if (data?.open === true && registering) {
    return (
      <AuthFrame title="Create an Account" text="You'll get your own organization and be its administrator.">
        <RegisterForm action="Create Account" />
        <Aside text="Already have an account?">
          <Link to="/auth" className={LINK}>
            Login
          </Link>
        </Aside>
      </AuthFrame>
    );
  }
  return (
    <SignIn>
      {data?.open === true && (
        <Aside text="New here?">
          <Link to="/auth" search={{ mode: 'register' }} className={LINK}>
            Create an Account
          </Link>
        </Aside>
      )}
    </SignIn>
  );
}

/** Signs in, with a second step for a code; `children` appear below the first step. */
function SignIn({ children }: { children: ReactNode }) {
  const login = useLogin();
  // Kept in memory only, because the second step sends them again.
  const [credentials, setCredentials] = useState<{ username: string; password: string } | null>(null);
  const [kind, setKind] = useState<CodeKind>('app');
  if (credentials === null) {
    return (
      <AuthFrame title="Welcome back" text="Enter your credentials to access your account">
        <LoginForm login={login} onCodeWanted={setCredentials} />
        {children}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Two-Factor Authentication" text={`One more step for ${credentials.username}`}>
      <CodeForm
        key={kind}
        kind={kind}
        pending={login.isPending}
        onCode={(token, onRefused) => login.mutate({ ...credentials, token }, { onError: onRefused })}
        onOther={() => setKind(kind === 'app' ? 'recovery' : 'app')}
        onBack={() => {
          setCredentials(null);
          setKind('app');
        }}
      />
    </AuthFrame>
  );
}

interface LoginFormProps {
  login: ReturnType<typeof useLogin>;
  /** Called for a correct password if a second factor is required. */
  onCodeWanted: (credentials: { username: string; password: string }) => void;
}

function LoginForm({ login: { mutate, isPending }, onCodeWanted }: LoginFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { username: '', password: '' },
  });
  const submit = handleSubmit((credentials) =>
    mutate(credentials, {
      onError: (error) => (wantsCode(error) ? onCodeWanted(credentials) : setFocus('password')),
    }),
  );
  // On phones, focusing would open a keyboard over half of the page.
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) setFocus('username');
  }, [setFocus]);
  const { username, password } = formState.errors;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Username" error={username?.message}>
        <TextInput
          {...register('username', { required: 'Enter your username' })}
          placeholder="Enter your username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Password" error={password?.message}>
        <PasswordInput
          {...register('password', { required: 'Enter your password' })}
          placeholder="Enter your password"
          autoComplete="current-password"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="mt-2 w-full"
        pending={isPending}
        pendingText="Logging in..."
      >
        Login
      </Button>
    </form>
  );
}

const { shape } = registration;

function RegisterForm({ action, setupCode }: { action: string; setupCode?: string | undefined }) {
  const { mutate, isPending } = useRegister();
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  });
  const submit = handleSubmit((account) =>
    mutate(setupCode === undefined ? account : { ...account, setupCode }, {
      onError: (error) => showAtField(error, setError, ['username', 'password']),
    }),
  );
  const { username, password } = formState.errors;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Username" error={username?.message}>
        <TextInput
          {...register('username', { validate: checkedBy(shape.username) })}
          placeholder="Enter your username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Password"
        help={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters`}
        error={password?.message}
      >
        <PasswordInput
          {...register('password', { validate: checkedBy(shape.password) })}
          placeholder="Enter your password"
          autoComplete="new-password"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="mt-2 w-full"
        pending={isPending}
        pendingText="Creating account..."
      >
        {action}
      </Button>
    </form>
  );
}
