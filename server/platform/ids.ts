import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** A system call costs more than the rest of an id. */
const POOL_BYTES = 16_384;
/** With a sequence, `v7` reads only the last six bytes. */
const V7_INPUT_BYTES = 16;
const V7_RANDOM_BYTES = 6;

const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;
/** Reused, so that only texts need collection. */
const random = new Uint8Array(V7_INPUT_BYTES);
const bytes = new Uint8Array(16);
const text = Buffer.from('00000000-0000-0000-0000-000000000000');
const DIGITS = Buffer.from('0123456789abcdef');
/** Text positions of each byte's digits. */
const DIGIT_POSITIONS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
let milliseconds = 0;
let sequence = 0;

/** Returns a UUIDv7 above all earlier ids of this thread (RFC 9562, 6.2, method 1). */
export function newId(): string {
  const now = Date.now();
  drawRandom();
  if (now > milliseconds) {
    milliseconds = now;
    // Clears the highest bit against early overflow.
    sequence = new DataView(random.buffer, V7_INPUT_BYTES - V7_RANDOM_BYTES).getUint32(0) >>> 1;
    drawRandom();
  } else if (sequence === 0xff_ff_ff_ff) {
    milliseconds += 1;
    sequence = 0;
  } else sequence += 1;
  v7({ random, msecs: milliseconds, seq: sequence }, bytes);
  return uuidText(bytes);
}

/** `time`: milliseconds since 1970; ids of one time are in the order of their `place`, if given. */
export function idAt(time: number, place?: number): string {
  return v7({ msecs: Math.floor(time), ...(place !== undefined && { seq: place }) });
}

/** Returns the least id of a time. */
export function idFrom(time: number): string {
  const hex = Math.max(time, 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function drawRandom(): void {
  if (used + V7_RANDOM_BYTES > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  for (let at = V7_INPUT_BYTES - V7_RANDOM_BYTES; at < V7_INPUT_BYTES; at++)
    random[at] = pool[used++] as number;
}

function uuidText(id: Uint8Array): string {
  for (let at = 0; at < DIGIT_POSITIONS.length; at++) {
    const byte = id[at] as number;
    const place = DIGIT_POSITIONS[at] as number;
    text[place] = DIGITS[byte >>> 4] as number;
    text[place + 1] = DIGITS[byte & 15] as number;
  }
  return text.toString('latin1');
}
