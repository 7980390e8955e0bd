/** Language of numbers and dates, regardless of the browser's. */
export const LANGUAGE = 'en-US';

const NUMBER = new Intl.NumberFormat(LANGUAGE);

/** Adds thousands separators: `12,345`. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}
