import type { DashboardImportDay } from './queries.ts';

const DAY_MS = 86_400_000;
const SHORT_WINDOW = 30;
const LONG_WINDOW = 90;

/**
 * Returns the days up to and including `today` (`yyyy-mm-dd`, UTC), oldest first; days without imports are
 * zero.
 */
export function daysUpTo(
  today: string,
  known: readonly DashboardImportDay[],
  length: number,
): DashboardImportDay[] {
  const byDay = new Map(known.map((day) => [day.day, day]));
  const last = Date.parse(today);
  return Array.from({ length }, (_, index) => {
    const day = new Date(last - (length - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, imports: 0, imported: 0, updated: 0 };
  });
}

/** Returns the number of days to show: 30, or 90 if any import is older than 30 days. */
export function chartWindowDays(today: string, known: readonly DashboardImportDay[]): number {
  const [oldest] = known;
  if (oldest === undefined) return SHORT_WINDOW;
  const age = (Date.parse(today) - Date.parse(oldest.day)) / DAY_MS;
  return age < SHORT_WINDOW ? SHORT_WINDOW : LONG_WINDOW;
}

/** Returns the rows that a day's imports created or updated. */
export function importedRows({ imported, updated }: DashboardImportDay): number {
  return imported + updated;
}

/** Returns the totals of some days. */
export function importTotals(days: readonly DashboardImportDay[]): Omit<DashboardImportDay, 'day'> {
  const sum = { imports: 0, imported: 0, updated: 0 };
  for (const day of days) {
    sum.imports += day.imports;
    sum.imported += day.imported;
    sum.updated += day.updated;
  }
  return sum;
}
