import { useState } from 'react';
import type { z } from 'zod';
import { readDraft, writeDraft } from './drafts.ts';

/**
 * Holds unsaved input across reloads, closed tabs and ended sessions; null without any. `name` must
 * not change.
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
