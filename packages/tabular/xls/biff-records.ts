import { Buffer } from 'node:buffer';
import type { CompoundStream } from './compound-stream.ts';
import { damagedXls, truncatedXls } from './xls-problem.ts';

/** First and last record of a substream. */
export const BOF = 0x0809;
const EOF = 0x0a;
export const CONTINUE = 0x3c;

const HEAD_BYTES = 4;
/** Holds any record; each read doubles. */
const FIRST_WINDOW_BYTES = 128 * 1024;
const MAX_WINDOW_BYTES = 4 * 1024 * 1024;
/** Sheets contain charts; charts contain no substreams. */
const MAX_DEPTH = 8;

/**
 * Reads one substream without nested substreams: `do { while (records.next()) … } while (await
 * records.fill())`.
 */
export class BiffRecords {
  /** Current record: `bytes` from `start` to `end`. */
  kind = 0;
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  readonly #stream: CompoundStream;
  #base: number;
  #at = 0;
  #window = FIRST_WINDOW_BYTES;
  #depth: number;

  /** `position`: the BOF, or a record with `isWithin`. */
  constructor(stream: CompoundStream, position: number, isWithin = false) {
    this.#stream = stream;
    this.#base = position;
    this.#depth = isWithin ? 1 : 0;
  }

  get position(): number {
    return this.#base + this.start - HEAD_BYTES;
  }

  /**
   * Returns false if more must be read or the substream has ended; `fill` distinguishes them.
   * @throws FileProblem `broken` without a substream
   */
  next(): boolean {
    while (this.#depth >= 0 && this.#step()) {
      if (this.kind === BOF) this.#enter();
      else if (this.kind === EOF) this.#leave();
      else if (this.#depth === 1) return true;
      else if (this.#depth === 0) throw damagedXls();
    }
    return false;
  }

  /**
   * Reads on; false at the substream's end.
   * @throws FileProblem `truncated` if the stream ends first
   */
  async fill(): Promise<boolean> {
    if (this.#depth < 0) return false;
    const known = this.bytes.length - this.#at;
    this.#base += this.#at;
    this.bytes = await this.#stream.read(this.#base, this.#window);
    this.#at = 0;
    if (this.bytes.length <= known) throw truncatedXls();
    this.#window = Math.min(this.#window * 2, MAX_WINDOW_BYTES);
    return true;
  }

  #step(): boolean {
    const start = this.#at + HEAD_BYTES;
    if (start > this.bytes.length) return false;
    const end = start + this.bytes.readUInt16LE(this.#at + 2);
    if (end > this.bytes.length) return false;
    this.kind = this.bytes.readUInt16LE(this.#at);
    this.start = start;
    this.end = end;
    this.#at = end;
    return true;
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw damagedXls();
  }

  #leave(): void {
    this.#depth -= 1;
    if (this.#depth <= 0) this.#depth = -1;
  }
}
