import { Buffer } from 'node:buffer';
import type { CompoundStream } from './compound-stream.ts';
import { damagedXls, truncatedXls } from './xls-problem.ts';

/** The first record of a substream, and the last. */
export const BOF = 0x0809;
const EOF = 0x0a;
/** More of the record before it. */
export const CONTINUE = 0x3c;

const HEAD_BYTES = 4;
/** The first window; large enough for any record, whose length has 16 bits. Each further one is twice as large. */
const FIRST_WINDOW = 128 * 1024;
/** Large, so that the sectors of a badly fragmented stream are fetched many at a time. */
const LAST_WINDOW = 4 * 1024 * 1024;
/** Charts stand in sheets, and nothing in charts. */
const DEEPEST = 8;

/**
 * Reads the records of one substream (the globals of a workbook, or one sheet) from its BOF to its EOF, those of
 * substreams within it (charts) left out. Use: `do { while (records.next()) … } while (await records.fill())`.
 */
export class BiffRecords {
  /** The current record: its kind, and its content in `bytes` from `start` up to `end`. */
  kind = 0;
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  readonly #stream: CompoundStream;
  /** Where in the stream `bytes` begin. */
  #base: number;
  #at = 0;
  #window = FIRST_WINDOW;
  #depth: number;

  /** `position` is that of the substream's BOF, or with `isWithin` that of one of its records. */
  constructor(stream: CompoundStream, position: number, isWithin = false) {
    this.#stream = stream;
    this.#base = position;
    this.#depth = isWithin ? 1 : 0;
  }

  /** Where in the stream the current record begins. */
  get position(): number {
    return this.#base + this.start - HEAD_BYTES;
  }

  /**
   * Moves on to the next record. Answers false when it is not in memory yet or the substream has ended; `fill` tells.
   * Throws FileProblem `broken` when there is no substream.
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

  /** Reads on. Answers false at the end of the substream; throws FileProblem `truncated` when the stream ends first. */
  async fill(): Promise<boolean> {
    if (this.#depth < 0) return false;
    const known = this.bytes.length - this.#at;
    this.#base += this.#at;
    this.bytes = await this.#stream.read(this.#base, this.#window);
    this.#at = 0;
    if (this.bytes.length <= known) throw truncatedXls();
    this.#window = Math.min(this.#window * 2, LAST_WINDOW);
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
    if (this.#depth > DEEPEST) throw damagedXls();
  }

  /** After the last EOF the depth is -1, for good. */
  #leave(): void {
    this.#depth -= 1;
    if (this.#depth <= 0) this.#depth = -1;
  }
}
