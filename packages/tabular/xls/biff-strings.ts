import { Buffer } from 'node:buffer';
import { storable } from '../source/cell-text.ts';
import { FileProblem } from '../source/file-problem.ts';
import { SharedStrings } from '../xlsx/shared-strings.ts';
import { damagedXls } from './xls-problem.ts';

const WIDE = 1;
const PHONETIC = 4;
const RICH = 8;
/** Length (2), flags (1), and, by flag, rich-text runs (2) and phonetic bytes (4). */
const HEAD_BYTES = 3;
const MAX_HEAD_BYTES = 9;

/**
 * Parses BIFF8 strings across CONTINUE records. Characters have one or two bytes; if a record splits them, the
 * next begins with new flags. Skips rich-text runs and phonetic text.
 */
export class BiffStrings {
  readonly #take: (text: string) => void;
  readonly #head = Buffer.alloc(MAX_HEAD_BYTES);
  #headBytes = 0;
  /** Remaining characters. */
  #left = 0;
  #isWide = false;
  /** First byte of a split character, or -1. */
  #half = -1;
  #text = '';
  /** Bytes to skip after the characters. */
  #skip = 0;

  constructor(take: (text: string) => void) {
    this.#take = take;
  }

  /** The input ends between strings. */
  get isComplete(): boolean {
    return this.#headBytes === 0 && this.#left === 0;
  }

  /** `once`: only one text. */
  read(bytes: Buffer, start: number, end: number, once = false): void {
    let at = start;
    if (this.#left > 0 && at < end) {
      this.#isWide = (bytes.readUInt8(at) & WIDE) !== 0;
      at += 1;
    }
    while (at < end) {
      if (this.#left > 0) at = this.#readText(bytes, at, end);
      else if (this.#skip > 0) at = this.#pass(at, end);
      else at = this.#readHead(bytes, at, end);
      if (once && this.isComplete) return;
    }
  }

  #readHead(bytes: Buffer, start: number, end: number): number {
    if (this.#headBytes === 0 && end - start >= HEAD_BYTES) {
      const flags = bytes.readUInt8(start + 2);
      if ((flags & (RICH | PHONETIC)) === 0) {
        this.#begin(bytes.readUInt16LE(start), flags, 0);
        return start + HEAD_BYTES;
      }
    }
    const taken = Math.min(this.#headLength() - this.#headBytes, end - start);
    bytes.copy(this.#head, this.#headBytes, start, start + taken);
    this.#headBytes += taken;
    if (this.#headBytes === this.#headLength()) this.#beginAfterHead();
    return start + taken;
  }

  /** As far as known. */
  #headLength(): number {
    if (this.#headBytes < HEAD_BYTES) return HEAD_BYTES;
    const flags = this.#head.readUInt8(2);
    return HEAD_BYTES + (flags & RICH ? 2 : 0) + (flags & PHONETIC ? 4 : 0);
  }

  #beginAfterHead(): void {
    const flags = this.#head.readUInt8(2);
    const runs = flags & RICH ? this.#head.readUInt16LE(HEAD_BYTES) : 0;
    const phonetic = flags & PHONETIC ? this.#head.readUInt32LE(HEAD_BYTES + (flags & RICH ? 2 : 0)) : 0;
    this.#headBytes = 0;
    this.#begin(this.#head.readUInt16LE(0), flags, runs * 4 + phonetic);
  }

  #begin(characters: number, flags: number, skip: number): void {
    this.#left = characters;
    this.#isWide = (flags & WIDE) !== 0;
    this.#skip = skip;
    this.#text = '';
    if (characters === 0) this.#take('');
  }

  #readText(bytes: Buffer, start: number, end: number): number {
    let at = start;
    if (this.#half >= 0) {
      this.#add(String.fromCharCode(this.#half + bytes.readUInt8(at) * 256), 1);
      this.#half = -1;
      return at + 1;
    }
    const width = this.#isWide ? 2 : 1;
    const count = Math.min(this.#left, Math.floor((end - at) / width));
    const stop = at + count * width;
    if (count > 0) this.#add(bytes.toString(this.#isWide ? 'utf16le' : 'latin1', at, stop), count);
    at = stop;
    if (this.#left > 0 && at < end) {
      this.#half = bytes.readUInt8(at);
      at += 1;
    }
    return at;
  }

  #add(text: string, count: number): void {
    this.#text = this.#text === '' ? text : this.#text + text;
    this.#left -= count;
    if (this.#left === 0) this.#take(this.#text);
  }

  #pass(start: number, end: number): number {
    const taken = Math.min(this.#skip, end - start);
    this.#skip -= taken;
    return start + taken;
  }
}

/** Each takes at least 18 bytes, so no allowed upload has more. */
const STRING_LIMIT = 6_000_000;

export class SharedStringRecords {
  readonly strings = new SharedStrings();
  count = 0;
  #claimed = 0;
  readonly #parts = new BiffStrings((text) => this.#add(text));

  /** Layout: uses, strings, texts. */
  begin(bytes: Buffer, start: number, end: number): void {
    if (end - start < 8) throw damagedXls();
    this.#claimed = bytes.readUInt32LE(start + 4);
    this.#parts.read(bytes, start + 8, end);
  }

  proceed(bytes: Buffer, start: number, end: number): void {
    this.#parts.read(bytes, start, end);
  }

  /**
   * Trailing bytes are padding.
   * @throws FileProblem `broken` for a cut-off string
   */
  finish(): void {
    if (!this.#parts.isComplete && this.count < this.#claimed) throw damagedXls();
  }

  #add(text: string): void {
    this.count += 1;
    if (this.count > STRING_LIMIT) {
      const message = 'The workbook contains too much text. Save it as .csv and upload that.';
      throw new FileProblem('too_large_unpacked', message);
    }
    this.strings.add(storable(text));
  }
}
