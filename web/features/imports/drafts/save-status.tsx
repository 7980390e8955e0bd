import { Check, CloudOff } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { SaveState } from './draft-saver.ts';

const TEXTS: Record<SaveState, string> = {
  saved: 'Draft saved',
  saving: 'Saving…',
  failing: 'Couldn’t save your changes. Retrying…',
};

/** Tells whether the draft is saved. Screen readers announce only failures and their end. */
export function SaveStatus({ state }: { state: SaveState }) {
  const failing = state === 'failing';
  return (
    <p
      className={cx(
        'flex h-6 items-center gap-1.5 text-13 whitespace-nowrap',
        failing ? 'text-negative' : 'text-muted',
      )}
    >
      {state === 'saved' && <Check className="size-3.5" aria-hidden />}
      {state === 'saving' && <Spinner />}
      {failing && <CloudOff className="size-3.5" aria-hidden />}
      <span role={failing ? 'alert' : undefined}>{TEXTS[state]}</span>
    </p>
  );
}
