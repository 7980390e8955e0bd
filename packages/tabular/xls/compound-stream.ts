import type { ByteSource } from '../source/types.ts';
import { type Extent, readExtents } from './extents.ts';

export class CompoundStream {
  /** In bytes. */
  readonly size: number;
  readonly #source: ByteSource;
  readonly #extents: readonly Extent[];
  readonly #starts: readonly number[];

  constructor(source: ByteSource, extents: readonly Extent[], size: number) {
    this.#source = source;
    this.#extents = extents;
    this.size = size;
    let start = 0;
    this.#starts = extents.map(({ length }) => {
      start += length;
      return start - length;
    });
  }

  /**
   * Fewer bytes at the end.
   * @throws FileProblem `truncated` if the file ends first
   */
  async read(position: number, length: number): Promise<Buffer> {
    return readExtents(this.#source, this.locate(position, length));
  }

  /** Returns the file's extents of a range. */
  locate(position: number, length: number): Extent[] {
    const end = Math.min(position + length, this.size);
    const located: Extent[] = [];
    let at = position;
    for (let index = this.#extentAt(position); at < end; index += 1) {
      const extent = this.#extents[index];
      if (extent === undefined) break;
      const skipped = at - (this.#starts[index] ?? 0);
      const taken = Math.min(extent.length - skipped, end - at);
      located.push({ position: extent.position + skipped, length: taken });
      at += taken;
    }
    return located;
  }

  #extentAt(position: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
