import { Check, Copy, X } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { type CopyState, useCopy } from './use-copy.ts';

const ICON = { idle: Copy, copied: Check, failed: X } as const;
const SAID: Record<CopyState, string> = {
  idle: '',
  copied: 'Copied',
  failed: "Couldn't copy. Select the text and copy it.",
};

/** Icon button that copies a text. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { state, copy } = useCopy(text);
  return (
    <>
      <IconButton icon={ICON[state]} label={SAID[state] || label} onClick={copy} />
      <span role="status" className="sr-only">
        {SAID[state]}
      </span>
    </>
  );
}
