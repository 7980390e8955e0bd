import type { ActivityStep } from '#contract/dashboard.ts';
import { HttpError } from '../../platform/errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 3660;
/** Longest periods with daily and weekly steps. */
const DAILY_MAX = 92;
const WEEKLY_MAX = 731;

/** Inclusive UTC days, `yyyy-mm-dd`. */
export interface Days {
  from: string;
  to: string;
}

/** With the equally long period before. */
export interface Period extends Days {
  before: Days;
}

export interface GivenPeriod {
  from?: string | undefined;
  to?: string | undefined;
  period?: 'all' | undefined;
}

/** In epoch milliseconds. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** In epoch milliseconds. */
export const endOf = (day: string): number => startOf(day) + DAY_MS;

const FIRST_DAY = Date.parse('0001-01-01');
const LAST_DAY = Date.parse('9999-12-31');

/** Clamps to the years 1 to 9999. */
export const dayOf = (time: number): string =>
  new Date(Math.min(Math.max(time, FIRST_DAY), LAST_DAY)).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(startOf(day) + days * DAY_MS);

const lengthOf = ({ from, to }: Days): number => (startOf(to) - startOf(from)) / DAY_MS + 1;

/**
 * Defaults to the last 30 days.
 * @param first first day of all time
 * @throws HttpError invalid_input for a reversed or too long period, and for days of all time
 */
export function periodOf(given: GivenPeriod, today: string, first: string): Period {
  if (given.period === 'all') {
    if ((given.from ?? given.to) !== undefined) {
      throw new HttpError('invalid_input', 'period: Choose either all time or days', { field: 'period' });
    }
    return withBefore({ from: first < today ? first : today, to: today });
  }
  const { to = today } = given;
  const { from = addDays(to, 1 - DEFAULT_DAYS) } = given;
  checkDays({ from, to });
  return withBefore({ from, to });
}

/** @throws HttpError invalid_input for reversed or too many days */
export function checkDays(days: Days): void {
  const length = lengthOf(days);
  if (length < 1) {
    throw new HttpError('invalid_input', 'from: The period must begin before it ends', { field: 'from' });
  }
  if (length > MAX_DAYS) {
    throw new HttpError('invalid_input', 'from: Choose at most 10 years', { field: 'from' });
  }
}

function withBefore({ from, to }: Days): Period {
  return { from, to, before: { from: addDays(from, -lengthOf({ from, to })), to: addDays(from, -1) } };
}

export function stepFor(days: Days): ActivityStep {
  const length = lengthOf(days);
  if (length <= DAILY_MAX) return 'day';
  return length <= WEEKLY_MAX ? 'week' : 'month';
}

/** Weeks begin on Monday, as in PostgreSQL. */
export function stepStart(day: string, step: ActivityStep): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((new Date(startOf(day)).getUTCDay() + 6) % 7));
}

/** Oldest first; the first and last steps are cut to the period. */
export function stepsOf({ from, to }: Days, step: ActivityStep): Days[] {
  const steps: Days[] = [];
  const end = startOf(to);
  for (let start = startOf(from); start <= end; ) {
    const next = nextStart(start, step);
    steps.push({ from: dayOf(start), to: dayOf(Math.min(next - DAY_MS, end)) });
    start = next;
  }
  return steps;
}

function nextStart(start: number, step: ActivityStep): number {
  if (step === 'day') return start + DAY_MS;
  if (step === 'week') return startOf(stepStart(dayOf(start), step)) + 7 * DAY_MS;
  const day = new Date(start);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1);
}
