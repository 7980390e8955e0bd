import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { checkImport } from '#contract/import-forecast.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import { messageOf } from '../../lib/api-error.ts';
import { followCall } from '../../lib/stream.ts';
import { type Draft, planOf } from './draft.ts';
import { CHECKED_UNASKED, type FileCheck, fileCheckReducer, RESTING } from './file-check.ts';

/** The check of a whole file, and what the user may do about it. */
export interface FileCheckControl {
  check: FileCheck;
  /** What is checked. */
  plan: ImportPlan;
  totalRows: number;
  /** The counts belong to another plan than the draft's. */
  stale: boolean;
  /** It begins by itself once the mapping rests. */
  unasked: boolean;
  /** The draft lacks something without which nothing can be checked. */
  blocked: boolean;
  start: () => void;
  stop: () => void;
}

// Milliseconds: longer than the preview waits, since a whole file is read.
const REST = 1000;
const UNREACHED = 'The server could not be reached.';
const BROKEN = 'The connection was lost before the whole file was read.';

/** Checks the upload under a draft: anew with each change of its plan, and no longer than the caller is there. */
export function useFileCheck(upload: Upload, draft: Draft, blocked: boolean): FileCheckControl {
  const { uploadId, totalRows } = upload;
  const plan = useSettledPlan(draft);
  const [check, dispatch] = useReducer(fileCheckReducer, RESTING);
  const running = useRef<AbortController | null>(null);
  const unasked = totalRows <= CHECKED_UNASKED;

  const start = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    dispatch({ type: 'started', at: performance.now() });
    try {
      for await (const event of followCall(checkImport, { body: { ...plan, uploadId } }, signal)) {
        if (signal.aborted) return;
        dispatch({ type: 'told', event, plan, at: performance.now() });
      }
      // Of a check that is at its end this changes nothing.
      if (!signal.aborted) dispatch({ type: 'failed', reason: BROKEN });
    } catch (error) {
      if (!signal.aborted) dispatch({ type: 'failed', reason: messageOf(error, UNREACHED) });
    }
  }, [plan, uploadId]);

  useEffect(() => {
    const timer = unasked && !blocked ? setTimeout(() => void start(), REST) : undefined;
    return () => {
      clearTimeout(timer);
      running.current?.abort();
      dispatch({ type: 'left' });
    };
  }, [start, unasked, blocked]);

  return {
    check,
    plan,
    totalRows,
    stale: check.counts !== null && check.counts.plan !== plan,
    unasked,
    blocked,
    start: () => void start(),
    stop() {
      running.current?.abort();
      dispatch({ type: 'stopped' });
    },
  };
}

/** The plan of a draft; the same object as long as it says the same, whatever was typed and taken back. */
function useSettledPlan(draft: Draft): ImportPlan {
  const [plan, setPlan] = useState(() => planOf(draft));
  const [seen, setSeen] = useState(draft);
  // Kept while rendering: what follows is to see the plan of this draft.
  if (seen !== draft) {
    setSeen(draft);
    const next = planOf(draft);
    if (JSON.stringify(next) !== JSON.stringify(plan)) setPlan(next);
  }
  return plan;
}
