import { formatNumber, LANGUAGE } from '../ui/format-number.ts';

export { formatNumber };

const SHORT = new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat(LANGUAGE, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const DAY = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const AMOUNT = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2 });
const RELATIVE = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

/** Shortens numbers from 10,000, such as `12K`. */
export function formatShort(value: number): string {
  return value < 10_000 ? formatNumber(value) : SHORT.format(value);
}

/** Formats a count with its noun: `12,345 leads`, `1 lead`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** Returns a share from 0 to 1; 0 for an empty total. */
export function ratio(part: number, total: number): number {
  return total === 0 ? 0 : part / total;
}

/** Formats a share of 0 to 1, with one decimal. */
export function formatPercent(share: number): string {
  return PERCENT.format(share);
}

/** Formats `$12.50`, or `12.50 XAU` for currencies without a symbol. */
export function formatAmount(amount: number, currency: string | null): string {
  if (currency === null) return AMOUNT.format(amount);
  try {
    return new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency }).format(amount);
  } catch {
    // Imported currencies may be unknown to Intl.
    return `${AMOUNT.format(amount)} ${currency}`;
  }
}

/** Joins texts: `Name, Email and Phone`. */
export function formatList(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** Formats the day of an ISO time, or `yyyy-mm-dd` without a time zone. */
export function formatDate(time: string): string {
  return DAY.format(new Date(time.length === 10 ? `${time}T00:00:00` : time));
}

/** Formats an inclusive range of `yyyy-mm-dd`, such as `Mar 1 – 31, 2026`. */
export function formatDays({ from, to }: { from: string; to: string }): string {
  return DAY.formatRange(new Date(`${from}T00:00:00`), new Date(`${to}T00:00:00`));
}

/** Formats an ISO time to the minute, in the user's time zone. */
export function formatDateTime(time: string): string {
  return MOMENT.format(new Date(time));
}

const JUST_NOW = 'just now';
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats an ISO time as `3 minutes ago` or `just now`; `now` is in epoch milliseconds. */
export function formatRelative(time: string, now = Date.now()): string {
  const seconds = Math.round((new Date(time).getTime() - now) / 1000);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit);
  }
  return JUST_NOW;
}

/** Formats `Active now` or `Last seen 3 minutes ago`. */
export function formatLastSeen(time: string, now = Date.now()): string {
  const relative = formatRelative(time, now);
  return relative === JUST_NOW ? 'Active now' : `Last seen ${relative}`;
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats bytes in steps of 1024, such as `4.2 MB`. */
export function formatSize(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const options = {
    style: 'unit',
    unit: SIZES[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
  } as const;
  return new Intl.NumberFormat(LANGUAGE, { ...options, maximumFractionDigits: step < 2 ? 0 : 1 }).format(
    bytes / 1024 ** step,
  );
}

/** Formats seconds as `42s`, `1m 12s` or `2h 5m`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${whole % 60}s`;
  return `${Math.floor(whole / 3600)}h ${Math.floor((whole % 3600) / 60)}m`;
}

/** Returns a customer's number with the name, such as `C-1042 · Nordlicht`. */
export function customerLabel({ number, name }: { number: string; name: string | null }): string {
  return name === null ? number : `${number} · ${name}`;
}

/** Returns a day in the browser's time zone, `yyyy-mm-dd`. */
export function dayFromToday(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
