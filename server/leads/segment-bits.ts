/** A bitmap as PostgreSQL reads it, `X` and hexadecimal digits: a bit for each lead, filled up to whole bytes. */
export type Bits = string;

/** Which of a segment's leads have each value that any of them has. */
export function bitsOfValues(values: readonly (string | null | readonly string[])[]): Map<string, Bits> {
  const found = new Map<string, Uint8Array>();
  const bytes = Math.ceil(values.length / 8);
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    if (typeof value === 'string') setBit(found, value, at, bytes);
    else for (const one of value) setBit(found, one, at, bytes);
  }
  return new Map(Array.from(found, ([value, set]) => [value, bitsOf(set)]));
}

/**
 * Whole numbers from zero up to 2^53 as bits: which leads have one, then those whose number has the lowest binary
 * digit, the next one, and so on up to the highest that any has.
 */
export function slicesOf(numbers: readonly (number | null)[]): Bits[] {
  const bytes = Math.ceil(numbers.length / 8);
  const slices = [new Uint8Array(bytes)];
  for (const [at, number] of numbers.entries()) {
    if (number === null) continue;
    const byte = at >> 3;
    const bit = 0x80 >> (at & 7);
    mark(slices, 0, byte, bit);
    // Above 32 digits numbers have no bit operations.
    for (let rest = number, digit = 1; rest > 0; rest = Math.floor(rest / 2), digit++) {
      if (rest % 2 === 1) mark(slices, digit, byte, bit);
    }
  }
  return slices.map(bitsOf);

  function mark(all: Uint8Array[], digit: number, byte: number, bit: number): void {
    while (all.length <= digit) all.push(new Uint8Array(bytes));
    const slice = all[digit] as Uint8Array;
    slice[byte] = (slice[byte] as number) | bit;
  }
}

function setBit(found: Map<string, Uint8Array>, value: string, at: number, bytes: number): void {
  let set = found.get(value);
  if (set === undefined) {
    set = new Uint8Array(bytes);
    found.set(value, set);
  }
  const byte = at >> 3;
  set[byte] = (set[byte] as number) | (0x80 >> (at & 7));
}

function bitsOf(set: Uint8Array): Bits {
  return `X${Buffer.from(set.buffer, set.byteOffset, set.byteLength).toString('hex')}`;
}
