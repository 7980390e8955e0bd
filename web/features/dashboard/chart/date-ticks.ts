import type { ActivityStep } from '#contract/dashboard.ts';
import { LANGUAGE } from '../../../ui/format-number.ts';
import type { DayRange } from '../period/period.ts';

const DAY = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', day: 'numeric' });
const MONTH = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', year: 'numeric' });

/**
 * Returns the first days of the steps that the time axis labels: the latest one and every n-th before it, so that each has `gap`
 * pixels.
 */
export function dateTicks(steps: readonly DayRange[], width: number, gap: number): string[] {
  const room = Math.max(1, Math.floor(width / gap));
  const every = Math.ceil(steps.length / room);
  return steps.filter((_, index) => (steps.length - 1 - index) % every === 0).map(({ from }) => from);
}

/** Returns the function that formats the ticks: days, or months with their year where a day would be ambiguous. */
export function tickFormat(steps: readonly DayRange[], step: ActivityStep): (day: string) => string {
  const years = steps.at(-1)?.from.slice(0, 4) !== steps[0]?.from.slice(0, 4);
  const format = step === 'month' || (step === 'week' && years) ? MONTH : DAY;
  return (day) => format.format(new Date(`${day}T00:00:00`));
}
