import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { copyText } from './copy-text.ts';

export interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
  text: string;
  /** Accessible name, such as `Copy the token`. */
  label: string;
}

const SHOWN_MS = 2000;
const WORDS = { idle: 'Copy', copied: 'Copied', failed: 'Select it and copy' } as const;

/** Copies a text and confirms it, or says what to do instead. */
export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof WORDS>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <>
      <Button
        size="small"
        {...rest}
        icon={state === 'copied' ? Check : Copy}
        {...(state === 'idle' && { 'aria-label': label })}
        onClick={() => void copyText(text).then((copied) => setState(copied ? 'copied' : 'failed'))}
      >
        {WORDS[state]}
      </Button>
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : WORDS[state]}
      </span>
    </>
  );
}
