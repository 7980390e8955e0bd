import { biffString, biffWorkbook, label, number, shared, sharedStrings } from './biff.ts';
import type { FixtureCell } from './xlsx.ts';

/** The most bytes of content that Excel writes to a record. */
const RECORD_BYTES = 8224;

/** A string to write, as for `biffString`. */
export interface StringFixture {
  text: string;
  isWide?: boolean;
  runs?: number;
  phonetic?: number;
}

/** Strings one after the other, and where among them the characters of each stand. */
interface PackedStrings {
  bytes: Buffer;
  characters: { from: number; to: number; isWide: boolean }[];
}

/** Packs strings as they stand in an SST record that is long enough. */
export function packStrings(strings: readonly StringFixture[]): PackedStrings {
  const characters: PackedStrings['characters'] = [];
  let at = 0;
  const parts = strings.map(({ text, isWide = false, runs = 0, phonetic = 0 }) => {
    const bytes = biffString(text, { isWide, runs, phonetic });
    const from = at + 3 + (runs > 0 ? 2 : 0) + (phonetic > 0 ? 4 : 0);
    characters.push({ from, to: from + text.length * (isWide ? 2 : 1), isWide });
    at += bytes.length;
    return bytes;
  });
  return { bytes: Buffer.concat(parts), characters };
}

/** Splits strings at the bytes given into the contents of records; characters continue after a byte of flags. */
export function splitStrings({ bytes, characters }: PackedStrings, cuts: readonly number[]): Buffer[] {
  let next = 0;
  return [0, ...cuts].map((from, index) => {
    const part = bytes.subarray(from, cuts[index] ?? bytes.length);
    while (next < characters.length && (characters[next]?.to ?? 0) <= from) next += 1;
    const within = characters[next];
    const isWithin = from > 0 && within !== undefined && from >= within.from;
    return isWithin ? Buffer.concat([Buffer.from([within.isWide ? 1 : 0]), part]) : part;
  });
}

/** Makes an XLS workbook of texts and plain numbers, its texts shared and split as Excel does, or in the cells. */
export function tableWorkbook(rows: readonly (readonly FixtureCell[])[], isInline = false): Buffer {
  const numbers = new Map<string, number>();
  const records: Buffer[] = [];
  for (const [row, cells] of rows.entries()) {
    for (const [column, value] of cells.entries()) {
      if (typeof value === 'number') records.push(number(row, column, value));
      if (typeof value !== 'string') continue;
      const index = numbers.get(value) ?? numbers.size;
      if (!isInline) numbers.set(value, index);
      records.push(isInline ? label(row, column, value) : shared(row, column, index));
    }
  }
  return biffWorkbook(records, [sharedRecords([...numbers.keys()])]);
}

/** Makes the SST record of texts and its CONTINUE records, each as long as possible; no character is split. */
function sharedRecords(texts: readonly string[]): Buffer {
  const packed = packStrings(texts.map((text) => ({ text, isWide: /[^\0-\xff]/.test(text) })));
  const cuts: number[] = [];
  let next = 0;
  for (let at = RECORD_BYTES - 8; at < packed.bytes.length; at += RECORD_BYTES - 8) {
    while (next < packed.characters.length && (packed.characters[next]?.to ?? 0) <= at) next += 1;
    const within = packed.characters[next];
    const isSplit = within?.isWide && at > within.from && (at - within.from) % 2 === 1;
    cuts.push(isSplit ? at - 1 : at);
  }
  const [first = Buffer.alloc(0), ...more] = splitStrings(packed, cuts);
  return sharedStrings(texts.length, first, ...more);
}
