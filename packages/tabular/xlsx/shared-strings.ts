import { Buffer } from 'node:buffer';
import { limitedCell, storable } from '../source/cell-text.ts';
import { FileProblem } from '../source/file-problem.ts';
import type { XmlHandler } from './xml-scanner.ts';
import { WRITTEN_CELL_LIMIT, workbookText } from './xml-text.ts';

const BLOCK_BYTES = 4 * 1024 * 1024;
/** In bytes of UTF-8. */
const TEXT_LIMIT_BYTES = 256 * 1024 * 1024;
const CACHE_SLOTS = 8 * 1024;

/**
 * UTF-8 outside the heap: each string costs its bytes plus twelve and no garbage collection. A cache serves
 * frequent values.
 */
export class SharedStrings {
  readonly #blocks: Buffer[] = [];
  #used = BLOCK_BYTES;
  #bytes = 0;
  #count = 0;
  /** Block number times 2^32 plus the offset. */
  #starts = new Float64Array(1024);
  #lengths = new Uint32Array(1024);
  readonly #recentText = new Array<string>(CACHE_SLOTS).fill('');
  readonly #recentIndex = new Int32Array(CACHE_SLOTS).fill(-1);

  /**
   * Cuts to CELL_LIMIT.
   * @throws FileProblem `too_large_unpacked` over 256 MB in total
   */
  add(whole: string): void {
    const text = limitedCell(whole);
    const length = Buffer.byteLength(text);
    this.#bytes += length;
    if (this.#bytes > TEXT_LIMIT_BYTES) {
      throw new FileProblem(
        'too_large_unpacked',
        'The workbook contains too much text. Save it as .csv and upload that.',
      );
    }
    const block = this.#blockFor(length);
    block.write(text, this.#used);
    this.#remember((this.#blocks.length - 1) * 2 ** 32 + this.#used, length);
    this.#used += length;
  }

  get(index: number): string {
    if (!(index >= 0 && index < this.#count)) return '';
    const slot = index % CACHE_SLOTS;
    if (this.#recentIndex[slot] === index) return this.#recentText[slot] ?? '';
    const place = this.#starts[index] ?? 0;
    const start = place % 2 ** 32;
    const block = this.#blocks[Math.floor(place / 2 ** 32)];
    const text = block?.toString('utf8', start, start + (this.#lengths[index] ?? 0)) ?? '';
    this.#recentIndex[slot] = index;
    this.#recentText[slot] = text;
    return text;
  }

  #blockFor(length: number): Buffer {
    const current = this.#blocks.at(-1);
    if (current !== undefined && this.#used + length <= current.length) return current;
    const block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, length));
    this.#blocks.push(block);
    this.#used = 0;
    return block;
  }

  #remember(place: number, length: number): void {
    if (this.#count === this.#starts.length) {
      this.#starts = grown(this.#starts, new Float64Array(this.#count * 2));
      this.#lengths = grown(this.#lengths, new Uint32Array(this.#count * 2));
    }
    this.#starts[this.#count] = place;
    this.#lengths[this.#count] = length;
    this.#count += 1;
  }
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Skips phonetic runs (`rPh`). */
export class SharedStringsHandler implements XmlHandler {
  readonly strings = new SharedStrings();
  wantsText = false;
  #text = '';
  #phonetic = false;

  open(name: string): void {
    if (name === 'si') this.#text = '';
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 't') this.wantsText = !this.#phonetic;
  }

  close(name: string): void {
    if (name === 't') this.wantsText = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'si') this.strings.add(storable(workbookText(this.#text)));
  }

  text(text: string): void {
    if (this.#text.length < WRITTEN_CELL_LIMIT) this.#text += text;
    else this.wantsText = false;
  }
}
