const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** Formats a count in a few characters, such as `12.3K`. */
export function compactNumber(value: number): string {
  return COMPACT.format(value);
}
