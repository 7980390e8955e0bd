import { type ReactNode, useState } from 'react';
import { AuthFrame } from './auth-frame.tsx';
import { CodeForm, type CodeKind } from './code-form.tsx';
import { LoginForm } from './login-form.tsx';
import { useLogin } from './sign-in-calls.ts';

/** Signs in, with a second step for a code; `children` appear below the first step. */
export function SignIn({ children }: { children: ReactNode }) {
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
