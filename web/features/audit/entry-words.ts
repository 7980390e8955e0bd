import type { AuditLog } from '#contract/audit-logs.ts';
import { formatNumber } from '../../lib/format.ts';

type Value = string | number | boolean | null;

/** A key of the details as words: `alreadySold` and `already_sold` are `already sold`. */
function wordsOf(key: string): string {
  return key
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

function said(value: Value): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? formatNumber(value) : value;
}

/** The details of an entry as pairs of a name in words and what is said of it. */
export function detailPairs({ details }: Pick<AuditLog, 'details'>): [name: string, value: string][] {
  return Object.entries(details ?? {}).map(([key, value]) => [wordsOf(key), said(value)]);
}

/** The details of an entry in one line, such as `count: 1,200 · reason: wrong password`; '' without any. */
export function detailLine(entry: Pick<AuditLog, 'details'>): string {
  return detailPairs(entry)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');
}

/** The entries whose username or address holds `search`, in any case; all of them when it is blank. */
export function entriesWith(entries: readonly AuditLog[], search: string): readonly AuditLog[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return entries;
  return entries.filter(
    ({ username, ipAddress }) =>
      username.toLowerCase().includes(wanted) || ipAddress?.toLowerCase().includes(wanted) === true,
  );
}
