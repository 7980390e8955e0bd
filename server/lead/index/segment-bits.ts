/** A bitmap as PostgreSQL reads it, `X` and hexadecimal digits: a bit for each lead, filled up to whole bytes. */
export type Bits = string;

/** Where leads are among those of their segment. */
export interface Places {
  /** The place of each value that is told; none: the first is of the first lead, and so on. */
  at?: readonly number[];
  /** Leads of the segment. */
  leads: number;
}

/** Which of a segment's leads have each value that any of them has. */
export function bitsOfValues(
  values: readonly (string | null | readonly string[])[],
  { at, leads }: Places,
): Map<string, Bits> {
  const found = new Map<string, Uint8Array>();
  const bytes = bytesFor(leads);
  for (const [nth, value] of values.entries()) {
    if (value === null) continue;
    const place = at?.[nth] ?? nth;
    if (typeof value === 'string') setBit(found, value, place, bytes);
    else for (const one of value) setBit(found, one, place, bytes);
  }
  return new Map(Array.from(found, ([value, set]) => [value, bitsOf(set)]));
}

/** The bits of these places. */
export function bitsAt(at: readonly number[], leads: number): Bits {
  const set = new Uint8Array(bytesFor(leads));
  for (const place of at) mark(set, place);
  return bitsOf(set);
}

/**
 * Whole numbers from zero up to 2^53 as bits: which leads have one, then those whose number has the lowest binary
 * digit, the next one, and so on up to the highest that any has.
 */
export function slicesOf(numbers: readonly (number | null)[], { at, leads }: Places): Bits[] {
  const bytes = bytesFor(leads);
  const slices = [new Uint8Array(bytes)];
  for (const [nth, number] of numbers.entries()) {
    if (number === null) continue;
    const place = at?.[nth] ?? nth;
    mark(slices[0] as Uint8Array, place);
    // Above 32 digits numbers have no bit operations.
    for (let rest = number, digit = 1; rest > 0; rest = Math.floor(rest / 2), digit++) {
      if (digit === slices.length) slices.push(new Uint8Array(bytes));
      if (rest % 2 === 1) mark(slices[digit] as Uint8Array, place);
    }
  }
  return slices.map(bitsOf);
}

function bytesFor(leads: number): number {
  return Math.ceil(leads / 8);
}

function setBit(found: Map<string, Uint8Array>, value: string, place: number, bytes: number): void {
  let set = found.get(value);
  if (set === undefined) {
    set = new Uint8Array(bytes);
    found.set(value, set);
  }
  mark(set, place);
}

function mark(set: Uint8Array, place: number): void {
  const byte = place >> 3;
  set[byte] = (set[byte] as number) | (0x80 >> (place & 7));
}

function bitsOf(set: Uint8Array): Bits {
  return `X${Buffer.from(set.buffer, set.byteOffset, set.byteLength).toString('hex')}`;
}
