import { useRef, useState } from 'react';
import { toast } from '../../../ui/toast-store.ts';
import type { DraftProblem, InputMode } from './input-mode.ts';

/**
 * Holds a list form's values and validation error, shown in a toast and at its control until the
 * next change.
 */
export function useBatchDraft<D extends object>(
  empty: D,
  mode: InputMode,
  problemOf: (draft: D, mode: InputMode) => DraftProblem | null,
) {
  const [draft, setDraft] = useState(empty);
  const [problem, setProblem] = useState<(DraftProblem & { mode: InputMode }) | null>(null);
  const list = useRef<HTMLTextAreaElement>(null);
  const value = useRef<HTMLInputElement>(null);

  function edit(change: Partial<D>) {
    setDraft((now) => ({ ...now, ...change }));
    setProblem(null);
  }

  /** Returns whether the form is valid. */
  function check(): boolean {
    const found = problemOf(draft, mode);
    setProblem(found && { ...found, mode });
    if (found === null) return true;
    toast({ tone: 'destructive', title: found.title, description: found.description });
    (found.at === 'list' ? list : value).current?.focus();
    return false;
  }

  const errorAt = (at: DraftProblem['at']) =>
    problem?.at === at && problem.mode === mode ? problem.description : undefined;
  return { draft, edit, check, errorAt, list, value };
}
