import { History } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';

const LazyPanel = lazy(async () => ({
  default: (await import('../features/batch-updates/operations/activity-panel.tsx')).ActivityPanel,
}));
const LazyUndo = lazy(async () => ({
  default: (await import('../features/batch-updates/operations/undo-last.tsx')).UndoLast,
}));

/** Opens the latest operations, or by Ctrl/Meta+Z the undo of the user's last operation. */
export function ActivityControl({ username }: { username: string }) {
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
