import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { damaged } from './backup-format.ts';

// Each chunk has its own tag, so that only authenticated bytes are used. The nonce counts chunks and marks
// the last, so that none can be moved, repeated or dropped. A key serves one file.

const ALGORITHM = 'aes-256-gcm';
/** Before encryption. */
const CHUNK_BYTES = 256 * 1024;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
/** Length bit that marks the last chunk. */
const LAST = 0x8000_0000;

/** @param header unencrypted, but authenticated bytes before the stream */
export async function* sealChunks(
  bytes: AsyncIterable<Buffer>,
  key: Buffer,
  header: Buffer,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  let count = 0;
  const seal = (chunk: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(count++, isLast)).setAAD(header);
    const sealed = [cipher.update(chunk), cipher.final()];
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(isLast ? chunk.length + LAST : chunk.length);
    return Buffer.concat([length, ...sealed, cipher.getAuthTag()]);
  };
  for await (const part of bytes) {
    waiting.push(part);
    size += part.length;
    if (size < CHUNK_BYTES) continue;
    const joined = Buffer.concat(waiting);
    let at = 0;
    for (; joined.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) {
      yield seal(joined.subarray(at, at + CHUNK_BYTES), false);
    }
    waiting = [joined.subarray(at)];
    size = joined.length - at;
  }
  yield seal(Buffer.concat(waiting), true);
}

/** @throws BackupFileError if a byte was changed or the end is missing */
export async function* openChunks(
  bytes: AsyncIterable<Buffer>,
  key: Buffer,
  header: Buffer,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;
  let ended = false;
  const open = (sealed: Buffer, isLast: boolean): Buffer => {
    const tagAt = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(count++, isLast))
      .setAAD(header)
      .setAuthTag(sealed.subarray(tagAt));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, tagAt)), decipher.final()]);
    } catch {
      throw damaged();
    }
  };
  for await (const part of bytes) {
    if (ended) throw damaged();
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    while (rest.length >= LENGTH_BYTES) {
      const stated = rest.readUInt32BE();
      const isLast = stated >= LAST;
      const length = isLast ? stated - LAST : stated;
      if (length > CHUNK_BYTES) throw damaged();
      const end = LENGTH_BYTES + length + TAG_BYTES;
      if (rest.length < end) break;
      yield open(rest.subarray(LENGTH_BYTES, end), isLast);
      rest = rest.subarray(end);
      ended = isLast;
      if (ended) break;
    }
  }
  if (!ended || rest.length > 0) throw damaged();
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(count), 0);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
