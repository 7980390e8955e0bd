import { foldText } from '#server/lead/values/fold-text.ts';

/** A row of `leads`, its times as microseconds. */
export type SortedRow = Record<string, unknown> & { id: string; custom_data: Record<string, unknown> };
type Key = string | number | null;

const folded = (value: unknown): Key => foldText(String(value ?? '')) || null;
const NUMBERS = ['depositAmount', 'custom:Score'];
const TIMES = ['createdAt', 'updatedAt'];

/** The value that a lead is sorted by. */
function keyOf(row: SortedRow, sort: string): Key {
  const [, custom] = sort.split('custom:');
  const column = sort.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const value = custom === undefined ? row[column] : row.custom_data[custom];
  if (value === null || value === undefined) return null;
  if (NUMBERS.includes(sort) || TIMES.includes(sort)) return Number(value);
  if (Array.isArray(value)) return folded(value[0]);
  return typeof value === 'boolean' ? Number(value) : folded(value);
}

/** Returns the ids of leads in the order of a field: those without a value last, those with the same one newest first. */
export function idsInOrder(rows: readonly SortedRow[], sort: string, order: 'asc' | 'desc'): string[] {
  const direction = order === 'asc' ? 1 : -1;
  const keyed = rows.map((row) => ({ id: row.id, key: keyOf(row, sort) }));
  return keyed
    .sort((a, b) => {
      if (a.key !== b.key && (a.key === null || b.key === null)) return a.key === null ? 1 : -1;
      const [x, y] = [a.key, b.key];
      const compared =
        typeof x === 'string'
          ? Buffer.compare(Buffer.from(x), Buffer.from(String(y)))
          : Number(x) - Number(y);
      return direction * compared || (a.id < b.id ? 1 : -1);
    })
    .map(({ id }) => id);
}
