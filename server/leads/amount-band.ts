const ZERO = '0'.charCodeAt(0);

/**
 * The band of amounts that an amount is counted in, named by its lower end: the first two digits before the point, the
 * others zero; a hundred bands below 100 and ninety for each further digit. Amounts below zero are one band, -1. The
 * database's function amount_band follows the same rule; a test holds the two together.
 * @param amount decimal text with up to two places
 */
export function amountBand(amount: string): string {
  if (Number(amount) < 0) return '-1';
  const whole = wholeDigits(amount);
  return whole.length <= 2 ? whole : whole.slice(0, 2).padEnd(whole.length, '0');
}

/** The lower end of the band above the one of an amount of zero or more. */
export function nextBand(amount: string): string {
  const whole = wholeDigits(amount);
  const width = 10n ** BigInt(Math.max(0, whole.length - 2));
  return String(BigInt(amountBand(amount)) + width);
}

function wholeDigits(amount: string): string {
  const point = amount.indexOf('.');
  const whole = point < 0 ? amount : amount.slice(0, point);
  // Most amounts begin with a digit that counts.
  if (whole.charCodeAt(0) > ZERO) return whole;
  return whole.replace(/^0+(?=\d)/, '') || '0';
}
