import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/current-user.ts';
import { isTyping } from '../features/leads/keys.ts';
import { PaletteButton } from '../features/palette/palette-button.tsx';
import { useLogout } from '../features/session/queries.ts';
import { Shell, SignedOutShell } from '../features/shell/shell.tsx';
import { useLiveUpdates } from '../lib/live.ts';
import { lazyPart, screen } from '../lib/load-code.ts';
import { IconButton } from '../ui/icon-button.tsx';

const LazyCommands = lazyPart(async () => (await import('./commands.tsx')).Commands);
const LazyShortcutsDialog = lazyPart(
  async () => (await import('../features/shell/shortcuts-dialog.tsx')).ShortcutsDialog,
);

/** Button and lazily mounted command palette, and the shortcuts behind `?`. */
function Palette({ user, onLogout }: { user: CurrentUser; onLogout: () => void }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [help, setHelp] = useState(false);
  const toggle = useCallback(() => {
    setWanted(true);
    setOpen((now) => !now);
  }, []);
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => key === '?' && !isTyping(target) && setHelp(true);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <PaletteButton onToggle={toggle} />
      <Suspense>
        {wanted && (
          <LazyCommands
            open={open}
            onOpenChange={setOpen}
            user={user}
            onLogout={onLogout}
            onShortcuts={() => setHelp(true)}
          />
        )}
        {help && <LazyShortcutsDialog onClose={() => setHelp(false)} />}
      </Suspense>
    </>
  );
}

const LazyPanel = lazyPart(async () => (await import('./activity.tsx')).ActivityWithAlerts);
const LazyUndo = lazyPart(
  async () => (await import('../features/batch-updates/operation-actions.tsx')).UndoLast,
);

/** Opens the latest operations, or by Ctrl/Meta+Z the undo of the user's last operation. */
function ActivityControl({ username }: { username: string }) {
  const [shown, setShown] = useState<'panel' | 'undo' | null>(null);
  const close = useCallback(() => setShown(null), []);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isUndoKey(event) || isElsewhere(event)) return;
      event.preventDefault();
      setShown('undo');
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <IconButton icon={History} label="Activity" side="bottom" onClick={() => setShown('panel')} />
      <Suspense fallback={null}>
        {shown === 'panel' && <LazyPanel onClose={close} />}
        {shown === 'undo' && <LazyUndo username={username} onClose={close} />}
      </Suspense>
    </>
  );
}

function isUndoKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Texts, dialogs and screens with their own undo handle the key themselves. */
function isElsewhere({ defaultPrevented, target }: KeyboardEvent): boolean {
  if (defaultPrevented || document.querySelector('[role="dialog"]:not([data-beside])')) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

export interface RouterContext {
  user: CurrentUser | null;
}

function Root() {
  const { user } = rootRoute.useRouteContext();
  const logout = useLogout();
  const { mutate } = logout;
  const onLogout = useCallback(() => mutate(undefined), [mutate]);
  useLiveUpdates(user?.id ?? null);
  if (user === null) {
    return (
      <SignedOutShell>
        <Outlet />
      </SignedOutShell>
    );
  }
  return (
    <Shell
      user={user}
      loggingOut={logout.isPending}
      onLogout={onLogout}
      search={<Palette user={user} onLogout={onLogout} />}
      activity={<ActivityControl username={user.username} />}
    >
      <Outlet />
    </Shell>
  );
}

/** Root route, with the layouts for signed-in and signed-out users. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: screen(() => import('./not-found.tsx'), 'NotFoundPage'),
});
