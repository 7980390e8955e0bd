import type { SortKey } from './buckets.ts';

/** Leads between two thresholds. */
const LEADS_PER_BUCKET = 256;
/** Two bytes a lead tell as many buckets. */
const MAX_THRESHOLDS = 32_000;

/**
 * Chooses thresholds from an ascending sample of a field's values, so that about as many leads lie between any two. A value
 * that fills a bucket of its own is a threshold. Of others only the beginning is kept that tells neighbours apart, because
 * thresholds outlive leads.
 * @param scale leads for each one in the sample
 */
export function chooseThresholds<K extends Exclude<SortKey, null>>(
  values: readonly K[],
  scale: number,
  leadsPerBucket = LEADS_PER_BUCKET,
): K[] {
  const count = Math.min(Math.floor((values.length * scale) / leadsPerBucket), MAX_THRESHOLDS);
  const picked = Array.from(
    { length: count },
    (_, nth) => values[Math.floor(((nth + 1) * values.length) / (count + 1))] as K,
  );
  return picked.flatMap((value, nth) => {
    const before = picked[nth - 1];
    if (value === before) return [];
    return value === picked[nth + 1] ? value : beginning(value, before);
  });
}

/** Returns the shortest beginning of a text that is above another one. */
function beginning<K extends string | number>(value: K, before: K | undefined): K {
  if (typeof value !== 'string') return value;
  const other = String(before ?? '');
  let length = 0;
  while (length < value.length && value[length] === other[length]) length++;
  // No half of a character of two code units.
  return value.slice(0, /[\ud800-\udbff]/.test(value[length] ?? '') ? length + 2 : length + 1) as K;
}

/** `chooseThresholds` of several fields in a thread; samples and results are JSON. */
export default async function chooseInThread(
  _environment: unknown,
  { samples, scale }: { samples: readonly string[]; scale: number },
): Promise<string[]> {
  return samples.map((sample) => JSON.stringify(chooseThresholds(JSON.parse(sample), scale)));
}
