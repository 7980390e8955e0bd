import { Buffer } from 'node:buffer';
import type { CompoundStream } from './compound-stream.ts';
import { damagedXls, truncatedXls } from './xls-problem.ts';

/** Kinds of the first and the last record of a substream. */
export const BOF = 0x0809;
const EOF = 0x0a;
/** Kind of a record that continues the previous one. */
export const CONTINUE = 0x3c;

const HEAD_BYTES = 4;
/** Bytes of the first read, enough for any record (lengths have 16 bits). Each further read doubles. */
const FIRST_WINDOW_BYTES = 128 * 1024;
/** Largest read in bytes, so that a badly fragmented stream still reads many sectors at a time. */
const MAX_WINDOW_BYTES = 4 * 1024 * 1024;
/** Maximum nesting: sheets contain charts, and charts contain no substreams. */
const MAX_DEPTH = 8;

/**
 * Reads the records of one substream (the workbook globals or one sheet) from BOF to EOF, skipping nested
 * substreams (charts). Usage: `do { while (records.next()) … } while (await records.fill())`.
 */
export class BiffRecords {
  /** Kind of the current record; its content is `bytes` from `start` to `end`. */
  kind = 0;
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  readonly #stream: CompoundStream;
  /** Position of `bytes` in the stream. */
  #base: number;
  #at = 0;
  #window = FIRST_WINDOW_BYTES;
  #depth: number;

  /** `position` is the start of the substream's BOF or, with `isWithin`, of one of its records. */
  constructor(stream: CompoundStream, position: number, isWithin = false) {
    this.#stream = stream;
    this.#base = position;
    this.#depth = isWithin ? 1 : 0;
  }

  /** Start of the current record in the stream. */
  get position(): number {
    return this.#base + this.start - HEAD_BYTES;
  }

  /**
   * Advances to the next record. Returns false if that record is not in memory yet or the substream has
   * ended; `fill` distinguishes the two.
   * @throws FileProblem `broken` if there is no substream
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
   * Reads more of the stream. Returns false at the end of the substream.
   * @throws FileProblem `truncated` if the stream ends before the substream
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

  /** Leaves a substream. After the last EOF the depth stays at -1. */
  #leave(): void {
    this.#depth -= 1;
    if (this.#depth <= 0) this.#depth = -1;
  }
}
