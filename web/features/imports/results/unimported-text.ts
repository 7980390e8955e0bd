import { formatNumber } from '../../../lib/format.ts';

/** Names columns that are not imported, such as `Fax, Pager and 3 more`; `count` has their total. Null if there are none. */
export function unimportedText(names: readonly string[], count: number): string | null {
  if (count === 0) return null;
  const more = count - names.length;
  return more > 0 ? `${names.join(', ')} and ${formatNumber(more)} more` : names.join(', ');
}
