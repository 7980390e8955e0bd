const NUMBER = new Intl.NumberFormat();
const SHORT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** Formats a number with the locale's thousands separators. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** Formats a number of at least 10,000 in its short form, such as `12K`; smaller ones in full. */
export function formatShort(value: number): string {
  return value < 10_000 ? NUMBER.format(value) : SHORT.format(value);
}

/**
 * Formats a count with its noun: `12,345 leads`, `1 lead`. The plural is the singular with an s by default.
 */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? singular : plural}`;
}

/** Formats a share of 0 to 1 as a percentage with one decimal. */
export function formatPercent(share: number): string {
  return PERCENT.format(share);
}

/** Formats the day of an ISO time or `yyyy-mm-dd`; the latter is a day without a time zone. */
export function formatDate(time: string): string {
  return DAY.format(new Date(time.length === 10 ? `${time}T00:00:00` : time));
}

/** Formats a range of days, `yyyy-mm-dd` and both included, such as `Mar 1 – 31, 2026`. */
export function formatDays({ from, to }: { from: string; to: string }): string {
  return DAY.formatRange(new Date(`${from}T00:00:00`), new Date(`${to}T00:00:00`));
}

/** Formats an ISO time as day and minute in the user's time zone. */
export function formatDateTime(time: string): string {
  return MOMENT.format(new Date(time));
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats an ISO time relative to now, such as `3 minutes ago` or `just now`. `now` is in epoch milliseconds. */
export function formatRelative(time: string, now = Date.now()): string {
  const seconds = Math.round((new Date(time).getTime() - now) / 1000);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in bytes in steps of 1024, such as `4.2 MB`. */
export function formatSize(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const options = {
    style: 'unit',
    unit: SIZES[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
  } as const;
  return new Intl.NumberFormat(undefined, { ...options, maximumFractionDigits: step < 2 ? 0 : 1 }).format(
    bytes / 1024 ** step,
  );
}

/** Formats a duration in seconds as `42s`, `1m 12s` or `2h 5m`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${whole % 60}s`;
  return `${Math.floor(whole / 3600)}h ${Math.floor((whole % 3600) / 60)}m`;
}
