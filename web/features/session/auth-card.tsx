import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { RegisterForm } from './register-form.tsx';
import { SignIn } from './sign-in.tsx';
import { registrationQuery } from './sign-in-calls.ts';

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
export function AuthCard({ registering }: { registering: boolean }) {
  const { data, isPending } = useQuery(registrationQuery);
  if (isPending) return <Loading />;
  if (data?.firstRun === true) {
    return (
      <AuthFrame
        title="Create the first administrator"
        text="This account sets up your workspace and adds the other users."
      >
        <RegisterForm action="Create Administrator" />
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
