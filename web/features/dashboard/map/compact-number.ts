const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** Shortens a count, such as `12.3K`. */
export function compactNumber(value: number): string {
  return COMPACT.format(value);
}
