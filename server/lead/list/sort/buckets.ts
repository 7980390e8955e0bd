// Ascending thresholds divide a field's values into buckets: bucket 2n+1 holds those equal to the n-th, 2n those before it. The last
// bucket holds leads without a value.

/** Null if a lead has none. */
export type SortKey = string | number | null;

const ABOVE_BASIC_LETTERS = /[\ud800-\uffff]/;
const CODE_UNITS = /[\ud800-\uffff]/g;

/** As PostgreSQL orders: by code points instead of UTF-16 code units. */
export function comparable(keys: readonly SortKey[]): SortKey[] {
  return keys.map((key) =>
    typeof key === 'string' && ABOVE_BASIC_LETTERS.test(key) ? key.replace(CODE_UNITS, moved) : key,
  );
}

function moved(unit: string): string {
  return String.fromCharCode(unit.charCodeAt(0) + (unit < '\ue000' ? 0x2000 : -0x800));
}

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

// Plain loops take a few milliseconds for a million leads, calls several times as long.

/** Counts the leads whose bits are set; `codes` are buckets by position. */
export function countInBuckets(bits: Uint8Array, codes: Uint16Array, counts: Uint32Array): void {
  for (let byte = 0; byte < bits.length; byte++) {
    const value = bits[byte] as number;
    for (let bit = 0; value !== 0 && bit < 8; bit++) {
      if ((value & (0x80 >> bit)) === 0) continue;
      const bucket = codes[8 * byte + bit] as number;
      counts[bucket] = (counts[bucket] as number) + 1;
    }
  }
}

/** Positions, highest first, of leads whose bit is set and whose bucket is marked. */
export function leadsInBuckets(bits: Uint8Array, codes: Uint16Array, marks: Uint8Array): number[] {
  const positions: number[] = [];
  for (let byte = bits.length - 1; byte >= 0; byte--) {
    const value = bits[byte] as number;
    for (let bit = 7; value !== 0 && bit >= 0; bit--) {
      const position = 8 * byte + bit;
      if ((value & (0x80 >> bit)) !== 0 && marks[codes[position] as number] === 1) positions.push(position);
    }
  }
  return positions;
}

/** Each a JSON array. */
export interface Keyed {
  keys: string;
  thresholds: string;
}

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
