import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { checkImport } from '#contract/import-forecast.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import { messageOf } from '../../lib/api-error.ts';
import { followCall } from '../../lib/stream.ts';
import { type Draft, planOf } from './draft.ts';
import { CHECKED_UNASKED, type FileCheck, fileCheckReducer, RESTING } from './file-check.ts';

/** State and controls of the dry run of a whole file. */
export interface FileCheckControl {
  check: FileCheck;
  /** Plan to be checked. */
  plan: ImportPlan;
  totalRows: number;
  /** True if the counts belong to another plan than the draft's. */
  stale: boolean;
  /** True if the dry run starts automatically once the mapping rests. */
  unasked: boolean;
  /** True if the draft has a deficiency that prevents the dry run. */
  blocked: boolean;
  start: () => void;
  stop: () => void;
}

// Delay in milliseconds; longer than the preview's, because the dry run reads a whole file.
const REST = 1000;
const UNREACHED = 'The server could not be reached.';
const BROKEN = 'The connection was lost before the whole file was read.';

/** Runs the dry run of an upload and restarts it when the draft's plan changes; unmounting aborts it. */
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
      // Has no effect on a dry run that has completed.
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

/** Returns the plan of a draft; the same object as long as its content is equal. */
function useSettledPlan(draft: Draft): ImportPlan {
  const [plan, setPlan] = useState(() => planOf(draft));
  const [seen, setSeen] = useState(draft);
  // Set during rendering, so that the code below sees the plan of this draft.
  if (seen !== draft) {
    setSeen(draft);
    const next = planOf(draft);
    if (JSON.stringify(next) !== JSON.stringify(plan)) setPlan(next);
  }
  return plan;
}
