import { useEffect, useEffectEvent, useState } from 'react';

export interface DraftOptions {
  /** Returns the text to pass on, or null if it isn't valid yet; trims by default. */
  accept?: (text: string) => string | null;
  /** Delay in milliseconds between the last key and the change. */
  wait?: number;
}

function trimmed(text: string): string {
  return text.trim();
}

/**
 * Debounces a text input. An external change (Back, Clear all) replaces the draft; the echo of the draft's
 * own change doesn't, because the user may have typed on.
 */
export function useDraft(
  value: string,
  onChange: (value: string) => void,
  { accept = trimmed, wait = 250 }: DraftOptions = {},
): { draft: string; setDraft: (text: string) => void; refused: boolean } {
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setDraft(value);
    }
  }
  const accepted = accept(draft);
  const send = useEffectEvent((text: string) => {
    setSent(text);
    onChange(text);
  });
  useEffect(() => {
    if (accepted === null || accepted === sent) return;
    const timer = setTimeout(() => send(accepted), wait);
    return () => clearTimeout(timer);
  }, [accepted, sent, wait]);
  return { draft, setDraft, refused: accepted === null };
}
