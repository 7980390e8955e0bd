import type { DryRunResult, ImportCheckEvent } from '#contract/import-dry-run.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { advancePace, type ImportPace, startPace } from '../../../lib/pace.ts';

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
