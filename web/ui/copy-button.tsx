import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { IconButton } from './icon-button.tsx';

/** Resolves to false if copying failed; without https, browsers only copy a selection during a user gesture. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.setAttribute('aria-hidden', 'true');
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // An open dialog's focus trap would reclaim the focus from anything outside it.
  (before?.parentElement ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}

const SHOWN_MS = 2000;

type CopyState = 'idle' | 'copied' | 'failed';

function useCopy(text: string): { state: CopyState; copy: () => void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    state,
    copy: () => void copyText(text).then((copied) => setState(copied ? 'copied' : 'failed')),
  };
}

const ICON = { idle: Copy, copied: Check, failed: X } as const;
const SAID: Record<CopyState, string> = {
  idle: '',
  copied: 'Copied',
  failed: "Couldn't copy. Select the text and copy it.",
};

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

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
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

export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <p className="mb-1.5 text-13 font-medium">{label}</p>
      <div className="flex items-center gap-2 rounded-control border border-line bg-canvas py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 font-mono text-14 break-all select-all">{value}</code>
        <CopyButton text={value} label={`Copy the ${label.toLowerCase()}`} />
      </div>
    </div>
  );
}
