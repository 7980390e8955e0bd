import { guardedText } from './guarded-text.ts';

export type ColumnKind = 'text' | 'number' | 'date';

const EMPTY = Buffer.from('<c/>');
const TEXT = Buffer.from('<c t="inlineStr"><is><t>');
const SPACED_TEXT = Buffer.from('<c t="inlineStr"><is><t xml:space="preserve">');
const TEXT_END = Buffer.from('</t></is></c>');

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Importers could take these decimals for grouped thousands. */
const LIKE_THOUSANDS = /^-?[1-9]\d{0,2}\.\d{3}0*$/;
/** Significant digits of a spreadsheet number. */
const DIGITS_KEPT = 15;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Spreadsheets wrongly count 29 February 1900. */
const FIRST_DAY = '1900-03-01';
const EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

const [TAB, LF, SPACE, AMPERSAND, LESS, GREATER, BACKSLASH, UNDERSCORE, BOM_BYTE] = [
  9, 10, 32, 38, 60, 62, 92, 95, 0xef,
];
const ESCAPED = new Map(
  [...'bfnrtv'].map((letter, at) => [letter.charCodeAt(0), [8, 12, 10, 13, 9, 11][at] ?? 0]),
);
/** Bytes that force escaping byte by byte. */
const SPECIAL = new Uint8Array(256);
SPECIAL.fill(1, 0, SPACE);
for (const byte of [AMPERSAND, LESS, GREATER, BACKSLASH, UNDERSCORE, BOM_BYTE]) SPECIAL[byte] = 1;

/** Converts COPY's text format; the caller's buffer must be large enough. */
export class SheetCells {
  /** Maximum output bytes per input byte. */
  static readonly EXPANSION = 48;
  #out: Buffer = Buffer.alloc(0);
  #at = 0;

  into(out: Buffer): void {
    this.#out = out;
    this.#at = 0;
  }

  get length(): number {
    return this.#at;
  }

  raw(bytes: Buffer): void {
    const out = this.#out;
    let at = this.#at;
    for (let from = 0; from < bytes.length; from++) out[at++] = bytes[from] ?? 0;
    this.#at = at;
  }

  /** Returns the position of the ending tab or line feed. */
  cell(block: Buffer, start: number, kind: ColumnKind): number {
    let end = start;
    let special = 0;
    for (let byte = block[end] ?? LF; byte !== TAB && byte !== LF; byte = block[end] ?? LF) {
      special |= SPECIAL[byte] ?? 0;
      end++;
    }
    if (end === start) this.raw(EMPTY);
    else if (kind !== 'text') this.#typed(block.toString('utf8', start, end), kind);
    else if (special === 0) this.#plain(block, start, end);
    else this.#escaped(block, start, end);
    return end;
  }

  #plain(block: Buffer, start: number, end: number): void {
    this.raw(block[start] === SPACE || block[end - 1] === SPACE ? SPACED_TEXT : TEXT);
    const out = this.#out;
    let at = this.#at;
    for (let from = start; from < end; from++) out[at++] = block[from] ?? 0;
    this.#at = at;
    this.raw(TEXT_END);
  }

  #escaped(block: Buffer, start: number, end: number): void {
    this.raw(SPACED_TEXT);
    for (let from = start; from < end; from++) {
      let byte = block[from] ?? 0;
      if (byte === BACKSLASH) {
        from++;
        byte = ESCAPED.get(block[from] ?? 0) ?? block[from] ?? 0;
      }
      if (byte === BOM_BYTE && isNoCharacter(block, from)) {
        this.#ascii(block[from + 2] === 0xbe ? '_xFFFE_' : '_xFFFF_');
        from += 2;
      } else this.#byte(byte, block, from, end);
    }
    this.raw(TEXT_END);
  }

  #byte(byte: number, block: Buffer, from: number, end: number): void {
    if (byte === AMPERSAND) this.#ascii('&amp;');
    else if (byte === LESS) this.#ascii('&lt;');
    else if (byte === GREATER) this.#ascii('&gt;');
    else if (byte === UNDERSCORE && beginsEscape(block, from, end)) this.#ascii('_x005F_');
    else if (byte < SPACE && byte !== TAB && byte !== LF) {
      this.#ascii(`_x${byte.toString(16).toUpperCase().padStart(4, '0')}_`);
    } else this.#out[this.#at++] = byte;
  }

  /** Falls back to text if the value would change. */
  #typed(text: string, kind: ColumnKind): void {
    if (kind === 'number' && isKept(text)) {
      this.#ascii(`<c><v>${text}</v></c>`);
    } else if (kind === 'date' && DAY.test(text) && text >= FIRST_DAY) {
      this.#ascii(`<c s="1"><v>${(Date.parse(text) - EPOCH) / DAY_MS}</v></c>`);
    } else {
      const cell = Buffer.from(guardedText(text));
      this.#escaped(cell, 0, cell.length);
    }
  }

  #ascii(text: string): void {
    this.#at += this.#out.write(text, this.#at, 'latin1');
  }
}

function isKept(number: string): boolean {
  return (
    NUMBER.test(number) && !LIKE_THOUSANDS.test(number) && number.replace(/\D/g, '').length <= DIGITS_KEPT
  );
}

/** A workbook decodes sequences such as `_x000D_`. */
function beginsEscape(block: Buffer, at: number, end: number): boolean {
  return at + 6 <= end && /^_x[0-9a-f]{4}$/i.test(block.toString('latin1', at, at + 6));
}

/** XML forbids U+FFFE and U+FFFF. */
function isNoCharacter(block: Buffer, at: number): boolean {
  return block[at + 1] === 0xbf && (block[at + 2] ?? 0) >= 0xbe;
}
