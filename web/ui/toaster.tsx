import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastStore } from './toast-store.ts';

const LazyToastViewport = lazy(async () => ({
  default: (await import('./toast-viewport.tsx')).ToastViewport,
}));

/** Renders the toasts, once in the application; the code of the viewport loads with the first toast. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <LazyToastViewport />
    </Suspense>
  );
}
