import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { checkImport } from '#contract/import-forecast.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import { messageOf } from '../../lib/api-error.ts';
import { followCall } from '../../lib/stream.ts';
import { draftPlan, type ImportDraft } from './draft.ts';
import { AUTO_DRY_RUN_MAX_ROWS, type DryRun, dryRunReducer, RESTING } from './dry-run.ts';

/** State and controls of the dry run of a whole file. */
export interface DryRunControl {
  check: DryRun;
  /** Plan to be checked. */
  plan: ImportPlan;
  uploadId: string;
  totalRows: number;
  /** True if the counts belong to another plan than the draft's. */
  stale: boolean;
  /** True if the dry run starts automatically once the mapping rests. */
  automatic: boolean;
  /** True if the draft has a deficiency that prevents the dry run. */
  blocked: boolean;
  start: () => void;
  stop: () => void;
}

// Delay in milliseconds; longer than the preview's, because the dry run reads a whole file.
const REST_MS = 1000;
const UNREACHED = 'The server could not be reached.';
const BROKEN = 'The connection was lost before the whole file was read.';

/** Runs the dry run of an upload and restarts it when the draft's plan changes; unmounting aborts it. */
export function useDryRun(upload: Upload, draft: ImportDraft, blocked: boolean): DryRunControl {
  const { uploadId, totalRows } = upload;
  const plan = useSettledPlan(draft);
  const [check, dispatch] = useReducer(dryRunReducer, RESTING);
  const running = useRef<AbortController | null>(null);
  const automatic = totalRows <= AUTO_DRY_RUN_MAX_ROWS;

  const start = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    dispatch({ type: 'started', at: performance.now() });
    try {
      for await (const event of followCall(
        checkImport,
        { body: { ...plan, uploadId, grid: true } },
        signal,
      )) {
        if (signal.aborted) return;
        dispatch({ type: 'event', event, plan, at: performance.now() });
      }
      // Has no effect on a dry run that has completed.
      if (!signal.aborted) dispatch({ type: 'failed', reason: BROKEN });
    } catch (error) {
      if (!signal.aborted) dispatch({ type: 'failed', reason: messageOf(error, UNREACHED) });
    }
  }, [plan, uploadId]);

  useEffect(() => {
    const timer = automatic && !blocked ? setTimeout(() => void start(), REST_MS) : undefined;
    return () => {
      clearTimeout(timer);
      running.current?.abort();
      dispatch({ type: 'left' });
    };
  }, [start, automatic, blocked]);

  return {
    check,
    plan,
    uploadId,
    totalRows,
    stale: check.counts !== null && check.counts.plan !== plan,
    automatic,
    blocked,
    start: () => void start(),
    stop() {
      running.current?.abort();
      dispatch({ type: 'stopped' });
    },
  };
}

/** Returns the plan of a draft; the same object as long as its content is equal. */
function useSettledPlan(draft: ImportDraft): ImportPlan {
  const [plan, setPlan] = useState(() => draftPlan(draft));
  const [seen, setSeen] = useState(draft);
  // Set during rendering, so that the code below sees the plan of this draft.
  if (seen !== draft) {
    setSeen(draft);
    const next = draftPlan(draft);
    if (JSON.stringify(next) !== JSON.stringify(plan)) setPlan(next);
  }
  return plan;
}
