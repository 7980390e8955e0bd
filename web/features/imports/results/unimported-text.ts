import { formatNumber } from '../../../lib/format.ts';

/** Names unimported columns: `Fax, Pager and 3 more`; `count` is the total. Null without any. */
export function unimportedText(names: readonly string[], count: number): string | null {
  if (count === 0) return null;
  const more = count - names.length;
  return more > 0 ? `${names.join(', ')} and ${formatNumber(more)} more` : names.join(', ');
}
