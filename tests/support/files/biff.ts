import { compound } from './compound.ts';

/** Records of BIFF, for workbooks that no library writes. */

/** The kind of a record that continues the one before it. */
export const CONTINUE_RECORD = 0x3c;
const BOF = 0x0809;
const EOF = 0x0a;

/** One sheet: its records between BOF and EOF. */
export interface BiffSheetFixture {
  name: string;
  /** 0 visible, 1 hidden, 2 very hidden. */
  state?: number;
  /** 0 worksheet, 1 macros, 2 chart. */
  kind?: number;
  records: readonly Buffer[];
}

/** Bytes. */
export function u8(...values: number[]): Buffer {
  return Buffer.from(values);
}

/** Encodes numbers of two bytes, little-endian. */
export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, index * 2);
  return bytes;
}

/** Encodes numbers of four bytes, little-endian. */
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4);
  return bytes;
}

/** Encodes a double, little-endian. */
export function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** Makes a record: kind, length, content. */
export function record(kind: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([u16(kind, bytes.length), bytes]);
}

/** Makes a string of BIFF8: two bytes a character when `isWide`, with runs of rich text and phonetic bytes where given. */
export function biffString(
  text: string,
  { isWide = false, runs = 0, phonetic = 0 }: { isWide?: boolean; runs?: number; phonetic?: number } = {},
): Buffer {
  const flags = (isWide ? 1 : 0) | (phonetic > 0 ? 4 : 0) | (runs > 0 ? 8 : 0);
  return Buffer.concat([
    u16(text.length),
    u8(flags),
    runs > 0 ? u16(runs) : u8(),
    phonetic > 0 ? u32(phonetic) : u8(),
    Buffer.from(text, isWide ? 'utf16le' : 'latin1'),
    Buffer.alloc(runs * 4 + phonetic, 0xee),
  ]);
}

/** Makes a cell's place and style, with which most records of cells begin. */
export function cell(row: number, column: number, style = 0): Buffer {
  return u16(row, column, style);
}

/** Makes a cell with a number. */
export const number = (row: number, column: number, value: number, style = 0) =>
  record(0x0203, cell(row, column, style), f64(value));
/** Makes a cell with a text of its own. */
export const label = (row: number, column: number, text: string) =>
  record(0x0204, cell(row, column), biffString(text, { isWide: /[^\0-\xff]/.test(text) }));
/** Makes a cell with a shared string, by its number. */
export const shared = (row: number, column: number, index: number) =>
  record(0xfd, cell(row, column), u32(index));
/** Makes a formula with a cached result of eight bytes. */
export const formula = (row: number, column: number, result: Buffer, style = 0, kind = 0x06) =>
  record(kind, cell(row, column, style), result, u16(0), u32(0), u16(0));
/** Makes the cached result of a formula that is no number: 0 text, 1 boolean, 2 error, 3 empty. */
export const special = (kind: number, value = 0) => Buffer.concat([u8(kind, 0, value, 0, 0, 0), u16(0xffff)]);
/** Makes the shared strings; their first record has `content` after its counts. */
export const sharedStrings = (count: number, content: Uint8Array, ...more: readonly Uint8Array[]) =>
  Buffer.concat([
    record(0xfc, u32(count, count), content),
    ...more.map((part) => record(CONTINUE_RECORD, part)),
  ]);

/** Makes a substream: BOF, records, EOF. */
export function substream(kind: number, records: readonly Buffer[], version = 0x0600): Buffer {
  return Buffer.concat([record(BOF, u16(version, kind, 0, 0)), ...records, record(EOF)]);
}

/** Makes the Workbook stream: globals (further records of them given), then the sheets. */
export function workbookStream(sheets: readonly BiffSheetFixture[], globals: readonly Buffer[] = []): Buffer {
  const bound = (positions: readonly number[]) =>
    sheets.map(({ name, state = 0, kind = 0 }, index) =>
      record(0x85, u32(positions[index] ?? 0), u8(state, kind, name.length, 1), Buffer.from(name, 'utf16le')),
    );
  const parts = sheets.map(({ records, kind = 0 }) => substream(kind === 2 ? 0x20 : 0x10, records));
  let at = substream(0x05, [...bound([]), ...globals]).length;
  const positions = parts.map((part) => {
    at += part.length;
    return at - part.length;
  });
  return Buffer.concat([substream(0x05, [...bound(positions), ...globals]), ...parts]);
}

/** Makes an XLS workbook with one sheet of these records. */
export function biffWorkbook(records: readonly Buffer[], globals: readonly Buffer[] = []): Buffer {
  return compound('Workbook', workbookStream([{ name: 'Leads', records }], globals));
}
