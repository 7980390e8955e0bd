/** Language of all screens: numbers and dates are written in it whatever language the browser prefers. */
export const LANGUAGE = 'en-US';

const NUMBER = new Intl.NumberFormat(LANGUAGE);

/** Formats a number with thousands separators, such as `12,345`. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}
