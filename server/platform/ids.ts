import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Random bytes that one call to the system draws: such a call costs more than all the rest of an id. */
const POOL_BYTES = 16_384;
/** What `v7` wants to be given, of which it reads the last six bytes when the sequence is known. */
const GIVEN_BYTES = 16;
const READ_BYTES = 6;

const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;
/** What `v7` is given and answers; all ids are made in the same places, so that each leaves behind its text alone. */
const random = new Uint8Array(GIVEN_BYTES);
const bytes = new Uint8Array(16);
const text = Buffer.from('00000000-0000-0000-0000-000000000000');
const DIGITS = Buffer.from('0123456789abcdef');
/** Where in the text the two digits of each byte stand. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
let milliseconds = 0;
let sequence = 0;

/**
 * A new UUIDv7. Each is greater than those that this thread made before, also within a millisecond (RFC 9562, 6.2,
 * method 1): rows whose ids are made in order stay in order.
 */
export function newId(): string {
  const now = Date.now();
  drawRandom();
  if (now > milliseconds) {
    milliseconds = now;
    // The highest bit is left free, so that counting on from here does not soon run over.
    sequence = new DataView(random.buffer, GIVEN_BYTES - READ_BYTES).getUint32(0) >>> 1;
    drawRandom();
  } else if (sequence === 0xff_ff_ff_ff) {
    milliseconds += 1;
    sequence = 0;
  } else sequence += 1;
  v7({ random, msecs: milliseconds, seq: sequence }, bytes);
  return textOf(bytes);
}

/** Puts six bytes that were never handed out at the end of `random`. */
function drawRandom(): void {
  if (used + READ_BYTES > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  for (let at = GIVEN_BYTES - READ_BYTES; at < GIVEN_BYTES; at++) random[at] = pool[used++] as number;
}

function textOf(id: Uint8Array): string {
  for (let at = 0; at < PLACES.length; at++) {
    const byte = id[at] as number;
    const place = PLACES[at] as number;
    text[place] = DIGITS[byte >>> 4] as number;
    text[place + 1] = DIGITS[byte & 15] as number;
  }
  return text.toString('latin1');
}
