import { getRouteApi } from '@tanstack/react-router';
import { AuthCard } from '../features/session/auth-card.tsx';
import { PromisePanel } from '../features/session/promise-panel.tsx';
import { useTitle } from '../ui/page.tsx';

const route = getRouteApi('/auth');

export function AuthPage() {
  useTitle('Sign in');
  const { mode, setup } = route.useSearch();
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(26rem,5fr)_7fr]">
      <div className="flex flex-col justify-center px-4 py-10 md:px-10">
        <div className="mx-auto w-full max-w-sm">
          <h1 className="text-24 font-semibold">Lead Management System</h1>
          <p className="mt-1 mb-8 text-14 text-muted">Sign in to access your lead database</p>
          <AuthCard registering={mode === 'register'} setupCode={setup} />
        </div>
      </div>
      <PromisePanel />
    </div>
  );
}
