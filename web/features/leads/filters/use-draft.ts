import { useEffect, useEffectEvent, useState } from 'react';

export interface DraftOptions {
  /** The text to hand on, or null for one that makes no sense yet; by default it is trimmed. */
  accept?: (text: string) => string | null;
  /** Milliseconds between the last key and the effect. */
  wait?: number;
}

function trimmed(text: string): string {
  return text.trim();
}

/**
 * A text that is typed here and takes effect a little later. A change from outside (a step back, Clear all) takes
 * the place of the draft; the echo of what was handed on does not, for one may have typed on meanwhile.
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
