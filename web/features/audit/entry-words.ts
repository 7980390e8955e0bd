import type { AuditLog } from '#contract/audit-logs.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';

type Value = string | number | boolean | null;

/** Converts `alreadySold` and `already_sold` to `already sold`. */
function keyInWords(key: string): string {
  return key
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const WORD_LIST = /^[a-z]+(?:,[a-z]+)+$/i;

function formatDetail(value: Value): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value);
  if (TIME.test(value)) return formatDateTime(value);
  return WORD_LIST.test(value) ? value.replaceAll(',', ', ') : value;
}

/** Returns an entry's details as readable names and values. */
export function detailPairs({ details }: Pick<AuditLog, 'details'>): [name: string, value: string][] {
  return Object.entries(details ?? {}).map(([key, value]) => [keyInWords(key), formatDetail(value)]);
}

/** Returns entries whose username or IP address contains `search`, ignoring case. */
export function entriesWith(entries: readonly AuditLog[], search: string): readonly AuditLog[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return entries;
  return entries.filter(
    ({ username, ipAddress }) =>
      username.toLowerCase().includes(wanted) || ipAddress?.toLowerCase().includes(wanted) === true,
  );
}
