import { formatCount } from '../../lib/format.ts';

/** Says in a few words how many columns were not imported; null if there are none. */
export function unimportedText(count: number): string | null {
  return count === 0 ? null : `${formatCount(count, 'column')} not imported`;
}
