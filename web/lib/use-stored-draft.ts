import { useState } from 'react';
import type { z } from 'zod';
import { readDraft, writeDraft } from './drafts.ts';

/**
 * Holds unsaved input that survives a reload, a closed tab and an ended session. Null means that there is
 * none. A component shows the draft of one name for as long as it lives.
 */
export function useStoredDraft<T>(
  name: string,
  shape: z.ZodType<T>,
): [draft: T | null, setDraft: (next: T | null) => void] {
  const [draft, setDraft] = useState(() => readDraft(name, shape));
  function store(next: T | null) {
    setDraft(next);
    writeDraft(name, next);
  }
  return [draft, store];
}
