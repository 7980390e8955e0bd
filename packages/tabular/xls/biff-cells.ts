import { storable } from '../source/cell-text.ts';
import { decimalText, numberText } from '../source/number-text.ts';
import type { BiffGlobals } from './biff-globals.ts';
import { type BiffRecords, CONTINUE } from './biff-records.ts';
import { BiffStrings } from './biff-strings.ts';
import { damagedXls } from './xls-problem.ts';

const FORMULA = 0x06;
/** Excel 3 and 4; Apple Numbers still writes them. */
const FORMULA_3 = 0x0206;
const FORMULA_4 = 0x0406;
const MULTIPLE_RK = 0xbd;
const RICH_STRING = 0xd6;
const SHARED_STRING = 0xfd;
const NUMBER = 0x0203;
const LABEL = 0x0204;
const BOOLEAN_OR_ERROR = 0x0205;
const STRING = 0x0207;
const RK = 0x027e;

/** In every BIFF version. */
const COLUMN_LIMIT = 256;

/** Shared strings are indexes; positions count from 0. */
export interface CellSink {
  put(row: number, column: number, value: string | number): void;
}

/** From `from` to before `to`, from 0. */
export interface RowRange {
  from: number;
  to: number;
}

/**
 * Returns -1 for other than cell records.
 * @throws FileProblem `broken` for a short record
 */
export function rowOfRecord({ kind, bytes, start, end }: BiffRecords): number {
  const least = leastBytes(kind);
  if (least === 0) return -1;
  if (end - start < least) throw damagedXls();
  return bytes.readUInt16LE(start);
}

/** Returns 0 for other records. */
function leastBytes(kind: number): number {
  switch (kind) {
    case SHARED_STRING:
    case RK:
      return 10;
    case NUMBER:
      return 14;
    case MULTIPLE_RK:
      return 12;
    case LABEL:
    case RICH_STRING:
    case BOOLEAN_OR_ERROR:
      return 8;
    case FORMULA:
    case FORMULA_3:
    case FORMULA_4:
      return 14;
    default:
      return 0;
  }
}

export class BiffCellReader {
  readonly #globals: BiffGlobals;
  readonly #sink: CellSink;
  readonly #rows: RowRange;
  #row = 0;
  #column = 0;
  #awaitsString = false;
  /** Text that continues in CONTINUE records. */
  #open: BiffStrings | null = null;

  constructor(globals: BiffGlobals, sink: CellSink, rows: RowRange) {
    this.#globals = globals;
    this.#sink = sink;
    this.#rows = rows;
  }

  /** @throws FileProblem `broken` */
  read(record: BiffRecords): void {
    if (record.kind === CONTINUE) {
      this.#open?.read(record.bytes, record.start, record.end, true);
      if (this.#open?.isComplete) this.#open = null;
      return;
    }
    this.finish();
    if (record.kind === STRING) {
      if (this.#awaitsString) this.#readText(record, record.start);
      this.#awaitsString = false;
      return;
    }
    const row = rowOfRecord(record);
    if (row !== -1) this.#readCells(row, record);
  }

  /**
   * Call after the last record.
   * @throws FileProblem `broken` for an incomplete text
   */
  finish(): void {
    if (this.#open !== null) throw damagedXls();
  }

  #readCells(row: number, record: BiffRecords): void {
    this.#awaitsString = false;
    if (row < this.#rows.from || row >= this.#rows.to) return;
    const { kind, bytes, start } = record;
    this.#row = row;
    this.#column = bytes.readUInt16LE(start + 2);
    if (this.#column >= COLUMN_LIMIT) throw damagedXls();
    if (kind === SHARED_STRING) this.#readSharedString(bytes.readUInt32LE(start + 6));
    else if (kind === NUMBER)
      this.#number(this.#column, bytes.readDoubleLE(start + 6), bytes.readUInt16LE(start + 4));
    else if (kind === RK)
      this.#number(this.#column, rkNumber(bytes, start + 6), bytes.readUInt16LE(start + 4));
    else if (kind === MULTIPLE_RK) this.#readMultiple(record);
    else if (kind === BOOLEAN_OR_ERROR) this.#readBoolean(bytes, start);
    else if (kind === LABEL || kind === RICH_STRING) this.#readText(record, start + 6);
    else this.#readFormula(bytes, start);
  }

  #readSharedString(index: number): void {
    if (index >= this.#globals.strings.count) throw damagedXls();
    this.#sink.put(this.#row, this.#column, index);
  }

  #number(column: number, value: number, style: number): void {
    const { formats, date1904 } = this.#globals;
    const format = formats[style] ?? 'plain';
    const text = format === 'plain' ? decimalText(value) : numberText(value, format, date1904);
    this.#sink.put(this.#row, column, text);
  }

  /** Layout: row, first column, style and number per cell, last column. */
  #readMultiple({ bytes, start, end }: BiffRecords): void {
    const count = Math.floor((end - start - 6) / 6);
    if (this.#column + count > COLUMN_LIMIT) throw damagedXls();
    for (let index = 0; index < count; index += 1) {
      const at = start + 4 + index * 6;
      this.#number(this.#column + index, rkNumber(bytes, at + 2), bytes.readUInt16LE(at));
    }
  }

  /** An error becomes an empty cell. */
  #readBoolean(bytes: Buffer, start: number): void {
    if (bytes.readUInt8(start + 7) === 0) this.#boolean(bytes.readUInt8(start + 6));
    else this.#sink.put(this.#row, this.#column, '');
  }

  #boolean(value: number): void {
    this.#sink.put(this.#row, this.#column, value === 0 ? 'FALSE' : 'TRUE');
  }

  /**
   * The cached result is a number or, if the upper 16 bits are set, a kind (0 text, 1 boolean, 2 error, 3
   * empty) and value.
   */
  #readFormula(bytes: Buffer, start: number): void {
    if (bytes.readUInt16LE(start + 12) !== 0xffff) {
      this.#number(this.#column, bytes.readDoubleLE(start + 6), bytes.readUInt16LE(start + 4));
      return;
    }
    const kind = bytes.readUInt8(start + 6);
    if (kind === 1) this.#boolean(bytes.readUInt8(start + 8));
    else this.#sink.put(this.#row, this.#column, '');
    this.#awaitsString = kind === 0;
  }

  #readText({ bytes, end }: BiffRecords, start: number): void {
    if (this.#globals.version === 5) {
      this.#sink.put(this.#row, this.#column, this.#byteText(bytes, start, end));
      return;
    }
    const { sink, row, column } = { sink: this.#sink, row: this.#row, column: this.#column };
    const text = new BiffStrings((whole) => sink.put(row, column, storable(whole)));
    text.read(bytes, start, end, true);
    if (!text.isComplete) this.#open = text;
  }

  /** BIFF5 string with a two-byte length. */
  #byteText(bytes: Buffer, start: number, end: number): string {
    if (start + 2 > end) throw damagedXls();
    const stop = start + 2 + bytes.readUInt16LE(start);
    if (stop > end) throw damagedXls();
    return storable(this.#globals.text(bytes.subarray(start + 2, stop)));
  }
}

const scratch = new DataView(new ArrayBuffer(8));

/** Bit 1 selects a 30-bit integer or a double's upper 30 bits, bit 0 divides by 100. */
function rkNumber(bytes: Buffer, at: number): number {
  const packed = bytes.readInt32LE(at);
  let value = packed >> 2;
  if ((packed & 2) === 0) {
    scratch.setInt32(0, packed & ~3);
    value = scratch.getFloat64(0);
  }
  return (packed & 1) === 0 ? value : value / 100;
}
