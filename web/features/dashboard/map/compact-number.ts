const COMPACT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumSignificantDigits: 3 });

/** A count in a few characters, such as `12.3K`, where there is no room for all of it. */
export function compactNumber(value: number): string {
  return COMPACT.format(value);
}
