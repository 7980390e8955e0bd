import { Check, Copy } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';
import { useCopy } from './use-copy.ts';

export interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
  text: string;
  label: string;
}

const WORDS = { idle: 'Copy', copied: 'Copied', failed: 'Select it and copy' } as const;

/** Button that copies a text and confirms it, or explains the alternative. */
export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const { state, copy } = useCopy(text);
  return (
    <>
      <Button
        size="small"
        {...rest}
        icon={state === 'copied' ? Check : Copy}
        {...(state === 'idle' && { 'aria-label': label })}
        onClick={copy}
      >
        {WORDS[state]}
      </Button>
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : WORDS[state]}
      </span>
    </>
  );
}
