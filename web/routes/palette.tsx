import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/users.ts';
import { isTyping } from '../features/leads/keys.ts';
import { PaletteButton } from '../features/palette/palette-button.tsx';

const LazyCommands = lazy(async () => ({ default: (await import('./commands.tsx')).Commands }));
const LazyShortcutsDialog = lazy(async () => ({
  default: (await import('../features/shell/shortcuts-dialog.tsx')).ShortcutsDialog,
}));

interface PaletteProps {
  user: CurrentUser;
  onLogout: () => void;
}

/** Button and lazily mounted command palette, and the shortcuts behind `?`. */
export function Palette({ user, onLogout }: PaletteProps) {
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
        {help && <LazyShortcutsDialog open onOpenChange={setHelp} />}
      </Suspense>
    </>
  );
}
