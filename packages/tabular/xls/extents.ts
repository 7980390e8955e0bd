import { Buffer } from 'node:buffer';
import { asBuffer } from '../source/byte-source.ts';
import type { ByteSource } from '../source/types.ts';
import { truncatedXls } from './xls-problem.ts';

/** Bytes that stand together in a file. */
export interface Extent {
  /** Where in the file they begin. */
  position: number;
  length: number;
}

/** Pieces this near to each other are fetched at once, with what is between them. */
const GAP_BYTES = 64 * 1024;
/** The most that is fetched at once beyond the first piece. */
const RUN_BYTES = 4 * 1024 * 1024;

/** Units (sectors) of `length` bytes at the positions given, those that follow each other made one. */
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
 * The bytes of the extents, one after the other. Scattered ones are fetched in the order of the file and several at a
 * time, so that a fragmented stream costs few reads. Throws FileProblem `truncated` when the file ends before them.
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

/** The pieces from number `first` up to `next` that are fetched together, and the bytes they span. */
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
