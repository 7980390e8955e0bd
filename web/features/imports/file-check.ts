import type { ImportCheckEvent, ImportForecast } from '#contract/import-forecast.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { advancePace, type Pace, startPace } from '../../lib/pace.ts';

/** Maximum number of rows for which the dry run starts automatically. */
export const CHECKED_UNASKED = 50_000;

/** Counts of a dry run. */
export interface Counts {
  forecast: ImportForecast;
  /** Plan to which the counts belong. */
  plan: ImportPlan;
  /** False while rows remain to be checked. */
  whole: boolean;
}

type Phase =
  /** Idle: waiting for the mapping to rest, or for the user to start the dry run. */
  | { phase: 'resting' }
  | { phase: 'stopped' }
  /** `percent` from 0 to 100 never decreases. */
  | { phase: 'running'; percent: number; pace: Pace }
  | { phase: 'complete' }
  | { phase: 'failed'; reason: string };

/** State of the dry run of a whole file; its counts may belong to an earlier plan. */
export type FileCheck = { counts: Counts | null } & Phase;

/** Actions of the reducer; `at` in milliseconds. */
export type FileCheckAction =
  | { type: 'started'; at: number }
  | { type: 'told'; event: ImportCheckEvent; plan: ImportPlan; at: number }
  | { type: 'failed'; reason: string }
  | { type: 'stopped' }
  /** Dispatched when the plan changes or the user leaves the step. */
  | { type: 'left' };

export const RESTING: FileCheck = { phase: 'resting', counts: null };

/** Returns the next state. Counts of a run that didn't finish are discarded. */
export function fileCheckReducer(check: FileCheck, action: FileCheckAction): FileCheck {
  switch (action.type) {
    case 'started':
      return { phase: 'running', percent: 0, pace: startPace(action.at), counts: wholeCounts(check) };
    case 'told':
      return check.phase === 'running' ? tell(check, action) : check;
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

type Running = Extract<FileCheck, { phase: 'running' }>;
type Told = Extract<FileCheckAction, { type: 'told' }>;

function tell(check: Running, { event, plan, at }: Told): FileCheck {
  if (event.type === 'error') return { phase: 'failed', reason: event.message, counts: wholeCounts(check) };
  if (event.type === 'complete') {
    return { phase: 'complete', counts: { forecast: event.forecast, plan, whole: true } };
  }
  const { type: _, progress, ...forecast } = event;
  const pace = advancePace(check.pace, at, forecast.checked);
  const percent = Math.max(check.percent, Math.min(100, Math.max(0, progress)));
  return { phase: 'running', percent, pace, counts: { forecast, plan, whole: false } };
}

function wholeCounts({ counts }: FileCheck): Counts | null {
  return counts?.whole ? counts : null;
}
