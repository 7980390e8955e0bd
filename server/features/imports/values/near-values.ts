import { valueKey } from '../rows/apply-value-maps.ts';

/** Shorter keys that differ by a letter are mostly other words. */
const LETTERS_MIN = 5;

interface NearKey {
  value: string;
  key: string;
  digits: string;
}

/** Finds the known value that a value equals without blanks and punctuation, or up to a letter; null for none. */
export function nearValue(known: readonly string[]): (value: string) => string | null {
  const keys = known.map(nearKey);
  return (value) => {
    const one = nearKey(value);
    if (one.key === '') return null;
    const same = keys.find(({ key }) => key === one.key);
    // Years and numbers of campaigns differ by a digit on purpose.
    const isLike = (other: NearKey) => other.digits === one.digits && isOneEditAway(other.key, one.key);
    return (same ?? keys.find(isLike))?.value ?? null;
  };
}

function nearKey(value: string): NearKey {
  const key = valueKey(value).replace(/[^\p{L}\p{N}]/gu, '');
  return { value, key, digits: key.replace(/\P{N}/gu, '') };
}

/** Whether a letter was added, dropped or replaced. */
function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < LETTERS_MIN || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  return short.slice(start + (short.length === long.length ? 1 : 0)) === long.slice(start + 1);
}
