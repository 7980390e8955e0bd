import { useEffect, useEffectEvent, useState } from 'react';

export interface DraftOptions {
  /** Returns the text to pass on, or null while invalid; trims by default. */
  accept?: (text: string) => string | null;
  /** Debounce in milliseconds. */
  wait?: number;
}

function trimmed(text: string): string {
  return text.trim();
}

/**
 * Debounces a text input. External changes (Back, Clear all) replace the draft; the echo of its own
 * change doesn't.
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
