import type { ImportCheckEvent, ImportForecast } from '#contract/import-forecast.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { advancePace, type Pace, startPace } from '../../lib/pace.ts';

/** Files of at most this many rows are checked without being asked. */
export const CHECKED_UNASKED = 50_000;

/** What a check has counted. */
export interface Counts {
  forecast: ImportForecast;
  /** The import that they foretell. */
  plan: ImportPlan;
  /** False while rows are still to be looked at. */
  whole: boolean;
}

type Phase =
  /** Nothing under way: before the mapping has rested, or before somebody asks. */
  | { phase: 'resting' }
  | { phase: 'stopped' }
  /** `percent` of 0 to 100 never falls. */
  | { phase: 'running'; percent: number; pace: Pace }
  | { phase: 'complete' }
  | { phase: 'failed'; reason: string };

/** How the check of a whole file stands; its counts may be those of an earlier plan. */
export type FileCheck = { counts: Counts | null } & Phase;

/** `at` in milliseconds. */
export type FileCheckAction =
  | { type: 'started'; at: number }
  | { type: 'told'; event: ImportCheckEvent; plan: ImportPlan; at: number }
  | { type: 'failed'; reason: string }
  | { type: 'stopped' }
  /** The plan has changed, or the step was left. */
  | { type: 'left' };

export const RESTING: FileCheck = { phase: 'resting', counts: null };

/** The check after an action. Counts of a run that did not come to its end are not kept. */
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
