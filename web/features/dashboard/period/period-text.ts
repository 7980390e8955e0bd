import { formatDate, formatDays } from '../../../lib/format.ts';
import { type ChosenPeriod, type DayRange, lengthOf, PRESETS } from './period.ts';

/** Names a preset, or the period's days. */
export function periodName(period: ChosenPeriod): string {
  if (period.preset === 'custom') return formatDays(period);
  return PRESETS.find(({ value }) => value === period.preset)?.label ?? '';
}

/** Describes a period's days and the compared days. */
export function periodText(period: ChosenPeriod, days: DayRange & { before: DayRange }): string {
  if (period.preset === 'all') return `All time, since ${formatDate(days.from)}`;
  const length = lengthOf(days);
  const earlier = length === 1 ? 'the day before' : `the ${length} days before`;
  return `${formatDays(days)}, compared with ${earlier}`;
}
