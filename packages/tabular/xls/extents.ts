import { Buffer } from 'node:buffer';
import { asBuffer } from '../source/byte-source.ts';
import type { ByteSource } from '../source/types.ts';
import { truncatedXls } from './xls-problem.ts';

export interface Extent {
  position: number;
  length: number;
}

const GAP_BYTES = 64 * 1024;
const RUN_BYTES = 4 * 1024 * 1024;

/** Merges adjacent sectors of `length` bytes. */
export function joinUnits(positions: Iterable<number>, length: number): Extent[] {
  const extents: Extent[] = [];
  let last: Extent | undefined;
  for (const position of positions) {
    if (last !== undefined && last.position + last.length === position) {
      last.length += length;
    } else {
      last = { position, length };
      extents.push(last);
    }
  }
  return extents;
}

/**
 * Fetches scattered extents in file order, several per read.
 * @throws FileProblem `truncated` if the file ends first
 */
export async function readExtents(source: ByteSource, extents: readonly Extent[]): Promise<Buffer> {
  const [only] = extents;
  if (only !== undefined && extents.length === 1) return readExactly(source, only.position, only.length);
  let size = 0;
  const pieces = extents.map(({ position, length }) => {
    const piece = { position, length, target: size };
    size += length;
    return piece;
  });
  const result = Buffer.allocUnsafe(size);
  pieces.sort((one, other) => one.position - other.position);
  for (let first = 0; first < pieces.length; ) {
    const { next, position, end } = runFrom(pieces, first);
    const bytes = await readExactly(source, position, end - position);
    for (const piece of pieces.slice(first, next)) {
      const from = piece.position - position;
      bytes.copy(result, piece.target, from, from + piece.length);
    }
    first = next;
  }
  return result;
}

function runFrom(pieces: readonly Extent[], first: number): { next: number; position: number; end: number } {
  const position = pieces[first]?.position ?? 0;
  let end = position;
  let next = first;
  for (; next < pieces.length; next += 1) {
    const piece = pieces[next];
    if (piece === undefined) break;
    const far = piece.position > end + GAP_BYTES || piece.position + piece.length - position > RUN_BYTES;
    if (next > first && far) break;
    end = Math.max(end, piece.position + piece.length);
  }
  return { next, position, end };
}

async function readExactly(source: ByteSource, position: number, length: number): Promise<Buffer> {
  if (position + length > source.size) throw truncatedXls();
  const bytes = asBuffer(await source.read(position, length));
  if (bytes.length < length) throw truncatedXls();
  return bytes;
}
