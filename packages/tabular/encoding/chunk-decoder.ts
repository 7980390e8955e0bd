import { Buffer, isAscii } from 'node:buffer';
import { bytesDecoder } from './code-pages.ts';
import { completeUtf8Length } from './encoding-check.ts';
import type { Encoding } from './encodings.ts';

type ChunkDecoder = (bytes: Buffer, last: boolean) => string;

/** Chunks may split a character. Keeps a byte order mark. */
export function chunkDecoder(encoding: Encoding): ChunkDecoder {
  if (encoding === 'utf-8') return utf8Decoder();
  if (encoding === 'windows-1252') return (bytes) => windows1252(bytes);
  const decoder = bytesDecoder(encoding);
  const decode: ChunkDecoder = (bytes, last) => decoder(bytes, !last);
  if (!SINGLE_BYTE.test(encoding)) return decode;
  return (bytes, last) => (isAscii(bytes) ? bytes.toString('latin1') : decode(bytes, last));
}

/** Chunks never split a character here. */
const SINGLE_BYTE = /^(?:windows|iso-8859|koi8|ibm|x-mac)-?|^macintosh$/;

/** One-byte ASCII strings take half of TextDecoder's memory. Invalid bytes become U+FFFD. */
function utf8Decoder(): ChunkDecoder {
  let carried = Buffer.alloc(0);
  return (piece, last) => {
    const bytes = carried.length === 0 ? piece : Buffer.concat([carried, piece]);
    const complete = last ? bytes.length : completeUtf8Length(bytes);
    carried = complete === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(complete));
    const whole = bytes.subarray(0, complete);
    return isAscii(whole) ? whole.toString('latin1') : whole.toString('utf8');
  };
}

/** Latin-1 except for 0x80 to 0x9F; unassigned bytes stay control characters. */
function windows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]+/g, (run) => EXTRAS.decode(Buffer.from(run, 'latin1')));
}

const EXTRAS = new TextDecoder('windows-1252');
