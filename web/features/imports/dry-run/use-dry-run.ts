import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { checkImport, type DryRunResult, type ImportCheckEvent } from '#contract/import-dry-run.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { PREVIEW_PATH } from '#contract/live-paths.ts';
import type { Upload } from '#contract/uploads.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { advancePace, type ImportPace, startPace } from '../../../lib/pace.ts';
import { followCall } from '../../../lib/stream.ts';
import { draftPlan, type ImportDraft } from '../plan/draft.ts';

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

export interface DryRunCounts {
  result: DryRunResult;
  plan: ImportPlan;
  /** False while rows remain to be checked. */
  whole: boolean;
}

type Phase =
  /** Waiting for the mapping to rest. */
  | { phase: 'resting' }
  | { phase: 'stopped' }
  /** `percent` from 0 to 100 never decreases. */
  | { phase: 'running'; percent: number; pace: ImportPace }
  | { phase: 'complete' }
  | { phase: 'failed'; reason: string };

/** Dry run of a whole file; its counts may belong to an earlier plan. */
export type DryRun = { counts: DryRunCounts | null } & Phase;

/** `at` in milliseconds. */
export type DryRunAction =
  | { type: 'started'; at: number }
  | { type: 'event'; event: ImportCheckEvent; plan: ImportPlan; at: number }
  | { type: 'failed'; reason: string }
  | { type: 'stopped' }
  /** Dispatched when the plan changes or the user leaves the step. */
  | { type: 'left' };

export const RESTING: DryRun = { phase: 'resting', counts: null };

/** Returns the next state; discards counts of unfinished runs. */
export function dryRunReducer(check: DryRun, action: DryRunAction): DryRun {
  switch (action.type) {
    case 'started':
      return { phase: 'running', percent: 0, pace: startPace(action.at), counts: wholeCounts(check) };
    case 'event':
      return check.phase === 'running' ? applyEvent(check, action) : check;
    case 'failed':
      return check.phase === 'running'
        ? { phase: 'failed', reason: action.reason, counts: wholeCounts(check) }
        : check;
    case 'stopped':
      return { phase: 'stopped', counts: wholeCounts(check) };
    case 'left':
      return { phase: 'resting', counts: wholeCounts(check) };
  }
}

type Running = Extract<DryRun, { phase: 'running' }>;
type EventReceived = Extract<DryRunAction, { type: 'event' }>;

function applyEvent(check: Running, { event, plan, at }: EventReceived): DryRun {
  if (event.type === 'error') return { phase: 'failed', reason: event.message, counts: wholeCounts(check) };
  if (event.type === 'complete') {
    return { phase: 'complete', counts: { result: event.forecast, plan, whole: true } };
  }
  const { type: _, progress, ...result } = event;
  const pace = advancePace(check.pace, at, result.checked);
  const percent = Math.max(check.percent, Math.min(100, Math.max(0, progress)));
  return { phase: 'running', percent, pace, counts: { result, plan, whole: false } };
}

function wholeCounts({ counts }: DryRun): DryRunCounts | null {
  return counts?.whole ? counts : null;
}
