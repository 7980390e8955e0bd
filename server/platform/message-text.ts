/** Language of messages for users, the one of the screens. */
const LANGUAGE = 'en-US';

const NUMBER = new Intl.NumberFormat(LANGUAGE);
// Messages name days in UTC, because the server doesn't know the time zone of the reader.
const DAY = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeZone: 'UTC' });

/** Writes a number in a message, such as `12,345`. */
export function groupedNumber(value: number): string {
  return NUMBER.format(value);
}

/** Writes a count with its noun in a message: `12,345 leads`, `1 lead`. */
export function countText(count: number, singular: string): string {
  return `${groupedNumber(count)} ${singular}${count === 1 ? '' : 's'}`;
}

/** Writes a day in a message, such as `Jan 4, 2026`. */
export function dayText(day: Date): string {
  return DAY.format(day);
}
