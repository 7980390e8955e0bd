import { formatDate, formatDays } from '../../../lib/format.ts';
import { dayIn, oneOf } from '../../../lib/read-search.ts';
import type { DashboardSearch } from '../search.ts';

/** UTC days, `yyyy-mm-dd`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

export const PRESETS = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'year', label: 'This year' },
  { value: 'all', label: 'All time' },
] as const;

export type Preset = (typeof PRESETS)[number]['value'];

const DEFAULT: Preset = '30d';

export type ChosenPeriod = { preset: Preset } | ({ preset: 'custom' } & DayRange);

export interface PeriodQuery extends Partial<DayRange> {
  period?: 'all';
}

/** Server's limit, in days. */
const MAX_DAYS = 3660;
const DAY_MS = 24 * 60 * 60 * 1000;

export const utcToday = (): string => new Date().toISOString().slice(0, 10);

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export function lengthOf({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Parses the URL's period; invalid values mean the last 30 days. */
export function readPeriod({ period, from, to }: DashboardSearch): ChosenPeriod {
  const days = { from: dayIn(from) ?? '', to: dayIn(to) ?? '' };
  if (daysProblem(days) === null) return { preset: 'custom', ...days };
  const names = PRESETS.map(({ value }) => value);
  return { preset: oneOf(period, names) ?? DEFAULT };
}

export function searchOfPeriod(period: ChosenPeriod): DashboardSearch {
  const none = { period: undefined, from: undefined, to: undefined };
  if (period.preset === 'custom') return { ...none, from: period.from, to: period.to };
  return period.preset === DEFAULT ? none : { ...none, period: period.preset };
}

/** Returns advice about invalid days, or null. */
export function daysProblem(days: DayRange): string | null {
  if (days.from === '' || days.to === '') return 'Choose a first and a last day.';
  if (days.from > days.to) return "The first day can't be after the last.";
  return lengthOf(days) > MAX_DAYS ? 'Choose at most 10 years.' : null;
}

export function queryOfPeriod(period: ChosenPeriod, today = utcToday()): PeriodQuery {
  if (period.preset === 'custom') return { from: period.from, to: period.to };
  if (period.preset === 'all') return { period: 'all' };
  return daysOf(period.preset, today);
}

function daysOf(preset: Exclude<Preset, 'all'>, today: string): DayRange {
  const month = `${today.slice(0, 7)}-01`;
  const lastOfMonthBefore = addDays(month, -1);
  return {
    '7d': { from: addDays(today, -6), to: today },
    '30d': { from: addDays(today, -29), to: today },
    '90d': { from: addDays(today, -89), to: today },
    month: { from: month, to: today },
    'last-month': { from: `${lastOfMonthBefore.slice(0, 7)}-01`, to: lastOfMonthBefore },
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
  }[preset];
}

/** Names a preset, or the period's days. */
export function periodName(period: ChosenPeriod): string {
  if (period.preset === 'custom') return formatDays(period);
  return PRESETS.find(({ value }) => value === period.preset)?.label ?? '';
}

export function periodText(period: ChosenPeriod, days: DayRange & { before: DayRange }): string {
  if (period.preset === 'all') return `All time, since ${formatDate(days.from)}`;
  const length = lengthOf(days);
  const earlier = length === 1 ? 'the day before' : `the ${length} days before`;
  return `${formatDays(days)}, compared with ${earlier}`;
}
