import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { checkImport } from '#contract/import-dry-run.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { PREVIEW_PATH } from '#contract/live-paths.ts';
import type { Upload } from '#contract/uploads.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { followCall } from '../../../lib/stream.ts';
import { draftPlan, type ImportDraft } from '../plan/draft.ts';
import { type DryRun, dryRunReducer, RESTING } from './dry-run.ts';

export interface DryRunControl {
  check: DryRun;
  plan: ImportPlan;
  uploadId: string;
  totalRows: number;
  /** The counts belong to another plan than the draft's. */
  stale: boolean;
  /** A deficiency of the draft prevents the dry run. */
  blocked: boolean;
  start: () => void;
  stop: () => void;
}

// Milliseconds; longer than the preview's, because the dry run reads a whole file.
const REST_MS = 1000;
// Milliseconds until a retry after other users' dry runs took all slots.
const RETRY_MS = 15_000;
const TOO_MANY_REQUESTS = 429;
const UNREACHED = "Couldn't reach the server.";
const BROKEN = 'Connection lost before the whole file was read.';

/**
 * Dry-runs an upload once its mapping rests, again when the plan changes, and refreshes the preview
 * at the end. Unmounting aborts it.
 */
export function useDryRun(upload: Upload, draft: ImportDraft, blocked: boolean): DryRunControl {
  const { uploadId, totalRows } = upload;
  const plan = useSettledPlan(draft);
  const [check, dispatch] = useReducer(dryRunReducer, RESTING);
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const retry = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const start = useCallback(
    async function run(): Promise<void> {
      running.current?.abort();
      clearTimeout(retry.current);
      const controller = new AbortController();
      const { signal } = controller;
      running.current = controller;
      dispatch({ type: 'started', at: performance.now() });
      try {
        const body = { ...plan, uploadId, grid: true as const };
        for await (const event of followCall(checkImport, { body }, signal)) {
          if (signal.aborted) return;
          dispatch({ type: 'event', event, plan, at: performance.now() });
          // The check detected the date and amount formats of the whole file.
          if (event.type === 'complete') void client.invalidateQueries({ queryKey: [PREVIEW_PATH] });
        }
        // Has no effect after completion.
        if (!signal.aborted) dispatch({ type: 'failed', reason: BROKEN });
      } catch (error) {
        if (signal.aborted) return;
        dispatch({ type: 'failed', reason: messageOf(error, UNREACHED) });
        const isBusy = error instanceof ApiError && error.status === TOO_MANY_REQUESTS;
        if (isBusy) retry.current = setTimeout(() => void run(), RETRY_MS);
      }
    },
    [plan, uploadId, client],
  );

  useEffect(() => {
    const timer = !blocked ? setTimeout(() => void start(), REST_MS) : undefined;
    return () => {
      clearTimeout(timer);
      clearTimeout(retry.current);
      running.current?.abort();
      dispatch({ type: 'left' });
    };
  }, [start, blocked]);

  return {
    check,
    plan,
    uploadId,
    totalRows,
    stale: check.counts !== null && check.counts.plan !== plan,
    blocked,
    start: () => void start(),
    stop() {
      clearTimeout(retry.current);
      running.current?.abort();
      dispatch({ type: 'stopped' });
    },
  };
}

/** Returns a draft's plan; the same object while its content is equal. */
function useSettledPlan(draft: ImportDraft): ImportPlan {
  const [plan, setPlan] = useState(() => draftPlan(draft));
  const [seen, setSeen] = useState(draft);
  // Set during rendering, so that the code below sees this draft's plan.
  if (seen !== draft) {
    setSeen(draft);
    const next = draftPlan(draft);
    if (JSON.stringify(next) !== JSON.stringify(plan)) setPlan(next);
  }
  return plan;
}
