// The values of a field are divided into buckets by ascending thresholds: bucket 2n+1 holds the values equal to the n-th one,
// bucket 2n those between it and the one before. The last bucket holds the leads without a value.

/** A value that leads are compared by; null if a lead has none. */
export type SortKey = string | number | null;

const ABOVE_BASIC_LETTERS = /[\ud800-\uffff]/;
const CODE_UNITS = /[\ud800-\uffff]/g;

/** Returns keys in a form that JavaScript orders as PostgreSQL does: by code points instead of UTF-16 code units. */
export function comparable(keys: readonly SortKey[]): SortKey[] {
  return keys.map((key) =>
    typeof key === 'string' && ABOVE_BASIC_LETTERS.test(key) ? key.replace(CODE_UNITS, moved) : key,
  );
}

function moved(unit: string): string {
  return String.fromCharCode(unit.charCodeAt(0) + (unit < '\ue000' ? 0x2000 : -0x800));
}

/** Number of buckets. */
export function bucketCount(thresholds: readonly SortKey[]): number {
  return 2 * thresholds.length + 2;
}

/** Returns the bucket of a key; both are comparable. */
export function bucketOf(thresholds: readonly SortKey[], key: SortKey): number {
  if (key === null) return 2 * thresholds.length + 1;
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((thresholds[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return 2 * low + (low < thresholds.length && thresholds[low] === key ? 1 : 0);
}

/** Whether the leads of a bucket may have different values. */
export function isMixed(thresholds: readonly SortKey[], bucket: number): boolean {
  return bucket % 2 === 0 && bucket <= 2 * thresholds.length;
}

/** Keys of a field and its thresholds, each a JSON array. */
export interface Keyed {
  keys: string;
  thresholds: string;
}

/** Returns the bucket of each key, field by field. */
export function assignBuckets(fields: readonly Keyed[]): Uint16Array[] {
  return fields.map(({ keys, thresholds }) => {
    const ascending = comparable(JSON.parse(thresholds));
    return Uint16Array.from(comparable(JSON.parse(keys)), (key) => bucketOf(ascending, key));
  });
}

/** `assignBuckets` in a thread. */
export default async function assignInThread(
  _environment: unknown,
  fields: readonly Keyed[],
): Promise<Uint16Array[]> {
  return assignBuckets(fields);
}
