import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './lib/query.ts';
import { App } from './routes/app.tsx';
import { toastStore } from './ui/toast-store.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);

const LazyToastViewport = lazy(async () => ({
  default: (await import('./ui/toast-viewport.tsx')).ToastViewport,
}));

/** Renders the toasts, once in the application; the code of the viewport loads with the first toast. */
function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <LazyToastViewport />
    </Suspense>
  );
}
