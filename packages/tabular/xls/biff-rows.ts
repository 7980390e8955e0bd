import { limitedCell } from '../source/cell-text.ts';
import type { Row } from '../source/types.ts';
import type { SharedStrings } from '../xlsx/shared-strings.ts';
import { BiffCellReader, type CellSink, type RowRange, rowOfRecord } from './biff-cells.ts';
import type { BiffGlobals } from './biff-globals.ts';
import { BiffLinks, HYPERLINK } from './biff-links.ts';
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
