import { Check, CloudOff } from 'lucide-react';
import { Spinner } from '../../../ui/spinner.tsx';
import type { SaveState } from './draft-saver.ts';

/** Save state of the draft; failures float above the possibly scrolled page. */
export function SaveStatus({ state }: { state: SaveState }) {
  if (state === 'failing') {
    return (
      <p
        role="alert"
        className="fixed top-16 right-4 z-20 flex items-center gap-2 rounded-control bg-raised px-3 py-2 text-13 text-negative shadow-float md:right-6"
      >
        <CloudOff className="size-4 shrink-0" aria-hidden />
        Couldn't save your changes. Retrying…
      </p>
    );
  }
  return (
    <p className="flex h-6 items-center gap-1.5 text-13 whitespace-nowrap text-muted">
      {state === 'saving' ? <Spinner /> : <Check className="size-3.5" aria-hidden />}
      {state === 'saving' ? 'Saving…' : 'Draft saved'}
    </p>
  );
}
