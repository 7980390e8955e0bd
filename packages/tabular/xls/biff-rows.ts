import type { Row } from '../source/types.ts';
import type { SharedStrings } from '../xlsx/shared-strings.ts';
import { CellReader, type CellSink, type RowRange, rowOfRecord } from './biff-cells.ts';
import type { BiffGlobals } from './biff-globals.ts';
import { BiffRecords } from './biff-records.ts';
import type { CompoundStream } from './compound-stream.ts';

/** A batch is closed by whichever of these it reaches first. */
const BATCH_ROWS = 1_000;
const BATCH_CHARACTERS = 8 * 1024 * 1024;
/** Rows that are collected at a time where they are out of order. */
const BLOCK_ROWS = 4_096;

/** Where in a sheet the cells of some rows stand. */
interface Block {
  rows: RowRange;
  /** Where in the stream the first of their records begins. */
  first: number;
  /** Where the record after the last of them begins. */
  end: number;
}

/** In which order a sheet has its cells. */
export interface SheetOrder {
  /** Whether no row comes before one with a lower number. */
  isSorted: boolean;
  /** The blocks that have cells, in order of their rows. */
  blocks: Block[];
}

/**
 * Looks through the records of the sheet at `position`. Excel writes cells row by row, other programs need not. Throws
 * FileProblem, `truncated` when the stream ends within the sheet.
 */
export async function scanOrder(stream: CompoundStream, position: number): Promise<SheetOrder> {
  const blocks: Block[] = [];
  const records = new BiffRecords(stream, position);
  let isSorted = true;
  let last = 0;
  let open: Block | undefined;
  do {
    while (records.next()) {
      const row = rowOfRecord(records);
      if (row === -1) continue;
      if (row < last) isSorted = false;
      last = row;
      if (open !== undefined && row >= open.rows.from && row < open.rows.to) continue;
      if (open !== undefined) open.end = records.position;
      open = blockOf(blocks, row, records.position);
    }
  } while (await records.fill());
  if (open !== undefined) open.end = records.position;
  return { isSorted, blocks: Object.values(blocks) };
}

function blockOf(blocks: Block[], row: number, position: number): Block {
  const number = Math.floor(row / BLOCK_ROWS);
  const from = number * BLOCK_ROWS;
  const block = blocks[number] ?? { rows: { from, to: from + BLOCK_ROWS }, first: position, end: position };
  blocks[number] = block;
  return block;
}

/**
 * The rows of the sheet at `position` that have cells, in order of their numbers, each as long as it is written. A sheet
 * that is out of order is read once for each 4,096 rows, from the first to the last record of those, so that memory
 * stays bounded all the same. Throws FileProblem.
 */
export async function* biffRows(
  stream: CompoundStream,
  globals: BiffGlobals,
  position: number,
  { isSorted, blocks }: SheetOrder,
): AsyncGenerator<Row[]> {
  if (isSorted) {
    yield* sortedRows(new BiffRecords(stream, position), globals);
    return;
  }
  for (const { rows, first, end } of blocks) {
    const pending = new PendingRows(globals.strings.strings);
    const reader = new CellReader(globals, pending, rows);
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
  const reader = new CellReader(globals, pending, { from: 0, to: Number.POSITIVE_INFINITY });
  do {
    while (records.next()) {
      reader.read(records);
      if (pending.isFull) yield* pending.take(1);
    }
  } while (await records.fill());
  reader.finish();
  yield* pending.take();
}

/** Rows whose cells are being read. Shared strings are kept as their numbers until the rows are taken. */
class PendingRows implements CellSink {
  readonly #strings: SharedStrings;
  readonly #rows = new Map<number, (string | number)[]>();
  #last = -1;
  #cells: (string | number)[] = [];
  #characters = 0;

  constructor(strings: SharedStrings) {
    this.#strings = strings;
  }

  /** Whether there is enough for a batch besides the last row, which may go on. */
  get isFull(): boolean {
    return this.#rows.size > BATCH_ROWS || (this.#characters > BATCH_CHARACTERS && this.#rows.size > 1);
  }

  put(row: number, column: number, value: string | number): void {
    if (row !== this.#last) this.#open(row);
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = value;
    if (typeof value === 'string') this.#characters += value.length;
  }

  /** Takes the rows in order of their numbers, save for the last `kept` of them. */
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
