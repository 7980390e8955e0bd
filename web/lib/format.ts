const NUMBER = new Intl.NumberFormat();
const PERCENT = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** Thousands grouped, as the user's locale does it. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** `12,345 leads`, `1 lead`. The plural is the singular with an s unless it is given. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? singular : plural}`;
}

/** A share of 0 to 1 as a percent with one decimal. */
export function formatPercent(share: number): string {
  return PERCENT.format(share);
}

/** The day of an ISO time or `yyyy-mm-dd`; the latter is a day and has no time zone. */
export function formatDate(time: string): string {
  return DAY.format(new Date(time.length === 10 ? `${time}T00:00:00` : time));
}

/** Day and minute of an ISO time, in the user's time zone. */
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

/** How long ago (or until) an ISO time is, such as `3 minutes ago`. `now` is epoch milliseconds. */
export function formatRelative(time: string, now = Date.now()): string {
  const seconds = Math.round((new Date(time).getTime() - now) / 1000);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit);
  }
  return RELATIVE.format(0, 'second');
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in bytes, in steps of 1024, such as `4.2 MB`. */
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

/** A length of time in seconds as `42s`, `1m 12s` or `2h 5m`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${whole % 60}s`;
  return `${Math.floor(whole / 3600)}h ${Math.floor((whole % 3600) / 60)}m`;
}
