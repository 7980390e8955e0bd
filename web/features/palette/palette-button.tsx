import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { Kbd } from '../../ui/kbd.tsx';

const MAC = /Mac|iP(hone|ad|od)/;

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Opens the command palette by a click, and everywhere by Ctrl or Meta plus K. */
export function PaletteButton({ onToggle }: { onToggle: () => void }) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      event.preventDefault();
      onToggle();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onToggle]);

  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={onToggle}
      className="flex h-8 min-w-0 items-center gap-2 rounded-control border border-line bg-surface px-2.5 text-13 text-muted transition-colors hover:bg-hover hover:text-text max-md:size-11 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:px-0 lg:w-72"
    >
      <Search className="size-4 shrink-0" aria-hidden />
      <span className="max-lg:sr-only">Search leads and commands</span>
      <span aria-hidden className="ml-auto max-md:hidden">
        <Kbd>{MAC.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}</Kbd>
      </span>
    </button>
  );
}
