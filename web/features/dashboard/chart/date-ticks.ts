import type { ActivityStep } from '#contract/dashboard.ts';
import { LANGUAGE } from '../../../ui/format-number.ts';
import type { DayRange } from '../period/period.ts';

const DAY = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', day: 'numeric' });
const MONTH = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', year: 'numeric' });

/** Returns the labeled steps' first days: the latest and every n-th before it, `gap` pixels apart. */
export function dateTicks(steps: readonly DayRange[], width: number, gap: number): string[] {
  const room = Math.max(1, Math.floor(width / gap));
  const every = Math.ceil(steps.length / room);
  return steps.filter((_, index) => (steps.length - 1 - index) % every === 0).map(({ from }) => from);
}

/** Returns the tick format: days, or months with their year if a day is ambiguous. */
export function tickFormat(steps: readonly DayRange[], step: ActivityStep): (day: string) => string {
  const years = steps.at(-1)?.from.slice(0, 4) !== steps[0]?.from.slice(0, 4);
  const format = step === 'month' || (step === 'week' && years) ? MONTH : DAY;
  return (day) => format.format(new Date(`${day}T00:00:00`));
}
