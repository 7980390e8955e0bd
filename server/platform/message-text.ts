const LANGUAGE = 'en-US';

const NUMBER = new Intl.NumberFormat(LANGUAGE);
// The reader's time zone is unknown.
const DAY = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeZone: 'UTC' });

/** Such as `12,345`. */
export function groupedNumber(value: number): string {
  return NUMBER.format(value);
}

/** Such as `12,345 leads` or `1 lead`. */
export function countText(count: number, singular: string): string {
  return `${groupedNumber(count)} ${singular}${count === 1 ? '' : 's'}`;
}

/** Such as `Jan 4, 2026`. */
export function dayText(day: Date): string {
  return DAY.format(day);
}
