import { Buffer } from 'node:buffer';
import { limitedCell } from '../source/cell-text.ts';
import { contactOfLink, linkedText } from '../source/link-text.ts';
import type { Row } from '../source/types.ts';
import type { SharedStrings } from '../xlsx/shared-strings.ts';
import { BiffCellReader, type CellSink, type RowRange, rowOfRecord } from './biff-cells.ts';
import type { BiffGlobals } from './biff-globals.ts';
import { BiffRecords } from './biff-records.ts';
import type { CompoundStream } from './compound-stream.ts';

/** The first limit reached closes a batch. */
const BATCH_ROWS = 1_000;
const BATCH_CHARACTERS = 8 * 1024 * 1024;
/** For unsorted sheets. */
const BLOCK_ROWS = 4_096;

interface Block {
  rows: RowRange;
  /** First record's start. */
  first: number;
  /** Start of the record after the last. */
  end: number;
}

export interface SheetOrder {
  /** Row numbers never decrease. */
  isSorted: boolean;
  /** In row order. */
  blocks: Block[];
  links: BiffLinks;
  /** May be the header, which keeps its text. */
  firstRow: number;
}

/**
 * Unlike Excel, some programs write unsorted cells.
 * @throws FileProblem `truncated` within the sheet
 */
export async function scanOrder(stream: CompoundStream, position: number): Promise<SheetOrder> {
  const blocks: Block[] = [];
  const records = new BiffRecords(stream, position);
  const links = new BiffLinks();
  let isSorted = true;
  let last = 0;
  let firstRow = Number.POSITIVE_INFINITY;
  let open: Block | undefined;
  do {
    while (records.next()) {
      const row = rowOfRecord(records);
      if (records.kind === HYPERLINK) links.add(records);
      if (row === -1) continue;
      if (row < firstRow) firstRow = row;
      if (row < last) isSorted = false;
      last = row;
      if (open !== undefined && row >= open.rows.from && row < open.rows.to) continue;
      if (open !== undefined) open.end = records.position;
      open = rowBlock(blocks, row, records.position);
    }
  } while (await records.fill());
  if (open !== undefined) open.end = records.position;
  return { isSorted, blocks: Object.values(blocks), links, firstRow };
}

function rowBlock(blocks: Block[], row: number, position: number): Block {
  const number = Math.floor(row / BLOCK_ROWS);
  const from = number * BLOCK_ROWS;
  const block = blocks[number] ?? { rows: { from, to: from + BLOCK_ROWS }, first: position, end: position };
  blocks[number] = block;
  return block;
}

/**
 * Yields non-empty rows in order, unpadded; blocks of unsorted sheets bound memory.
 * @throws FileProblem
 */
export async function* biffRows(
  stream: CompoundStream,
  globals: BiffGlobals,
  position: number,
  order: SheetOrder,
): AsyncGenerator<Row[]> {
  const rows = order.isSorted
    ? sortedRows(new BiffRecords(stream, position), globals)
    : unsortedRows(stream, globals, order);
  for await (const batch of rows) {
    for (const { number, cells } of batch) {
      if (number - 1 !== order.firstRow) order.links.apply(number - 1, cells);
    }
    yield batch;
  }
}

async function* unsortedRows(
  stream: CompoundStream,
  globals: BiffGlobals,
  { blocks }: SheetOrder,
): AsyncGenerator<Row[]> {
  for (const { rows, first, end } of blocks) {
    const pending = new PendingRows(globals.strings.strings);
    const reader = new BiffCellReader(globals, pending, rows);
    const records = new BiffRecords(stream, first, true);
    do {
      while (records.next() && records.position < end) reader.read(records);
    } while (records.position < end && (await records.fill()));
    reader.finish();
    yield* pending.take();
  }
}

async function* sortedRows(records: BiffRecords, globals: BiffGlobals): AsyncGenerator<Row[]> {
  const pending = new PendingRows(globals.strings.strings);
  const reader = new BiffCellReader(globals, pending, { from: 0, to: Number.POSITIVE_INFINITY });
  do {
    while (records.next()) {
      reader.read(records);
      if (pending.isFull) yield* pending.take(1);
    }
  } while (await records.fill());
  reader.finish();
  yield* pending.take();
}

/** Shared strings stay indexes until `take`. */
class PendingRows implements CellSink {
  readonly #strings: SharedStrings;
  readonly #rows = new Map<number, (string | number)[]>();
  #last = -1;
  #cells: (string | number)[] = [];
  #characters = 0;

  constructor(strings: SharedStrings) {
    this.#strings = strings;
  }

  /** The last row doesn't count; it may continue. */
  get isFull(): boolean {
    return this.#rows.size > BATCH_ROWS || (this.#characters > BATCH_CHARACTERS && this.#rows.size > 1);
  }

  put(row: number, column: number, found: string | number): void {
    const value = typeof found === 'string' ? limitedCell(found) : found;
    if (row !== this.#last) this.#open(row);
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = value;
    if (typeof value === 'string') this.#characters += value.length;
  }

  /** Yields in order, keeping the last `kept` rows. */
  *take(kept = 0): Generator<Row[]> {
    const numbers = [...this.#rows.keys()].sort((one, other) => one - other);
    let batch: Row[] = [];
    let characters = 0;
    for (const row of numbers.slice(0, numbers.length - kept)) {
      const cells = (this.#rows.get(row) ?? []).map((value) =>
        typeof value === 'string' ? value : this.#strings.get(value),
      );
      this.#rows.delete(row);
      for (const cell of cells) characters += cell.length;
      batch.push({ number: row + 1, cells });
      if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
    this.#characters = 0;
    if (batch.length > 0) yield batch;
  }

  #open(row: number): void {
    this.#last = row;
    this.#cells = this.#rows.get(row) ?? [];
    this.#rows.set(row, this.#cells);
  }
}

const HYPERLINK = 0x01b8;

/** First and last row, first and last column, class. */
const HEAD_BYTES = 24;
/** Class of a URL, before its length in bytes and UTF-16. */
const URL_CLASS = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');
const URL_BYTES = 4_096;
/** As for XLSX. */
const LINK_LIMIT = 100_000;

/** Contacts that cells link to. */
class BiffLinks {
  /** By row and column from 0. */
  readonly #contacts = new Map<number, Map<number, string>>();
  #count = 0;

  /** Ignores damaged links and links to other things. */
  add({ bytes, start, end }: BiffRecords): void {
    const url = bytes.subarray(start, end).indexOf(URL_CLASS);
    const at = start + url + URL_CLASS.length;
    if (url < HEAD_BYTES || at + 4 > end) return;
    const length = Math.min(bytes.readUInt32LE(at), end - at - 4, URL_BYTES);
    const [target = ''] = bytes.toString('utf16le', at + 4, at + 4 + length).split('\0', 1);
    const contact = contactOfLink(target);
    if (contact === null) return;
    for (let row = bytes.readUInt16LE(start); row <= bytes.readUInt16LE(start + 2); row += 1) {
      const first = bytes.readUInt16LE(start + 4);
      for (let column = first; column <= bytes.readUInt16LE(start + 6); column += 1) {
        if (this.#count >= LINK_LIMIT) return;
        this.#count += 1;
        const inRow = this.#contacts.get(row) ?? new Map<number, string>();
        this.#contacts.set(row, inRow.set(column, contact));
      }
    }
  }

  /** Replaces texts without an address by the contact. */
  apply(row: number, cells: string[]): void {
    const contacts = this.#contacts.get(row);
    if (contacts === undefined) return;
    for (const [column, contact] of contacts) {
      const own = cells[column] ?? '';
      if (own !== '') cells[column] = linkedText(own, contact);
    }
  }
}
