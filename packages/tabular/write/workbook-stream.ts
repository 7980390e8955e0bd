import { guardedText } from './guarded-text.ts';
import { type ColumnKind, SheetCells } from './sheet-cells.ts';
import { SHEET_BEGIN, SHEET_END, sheetPart, workbookParts } from './workbook-parts.ts';
import { type Write, ZipStream } from './zip-stream.ts';

/** With the header, Excel's maximum rows. */
export const SHEET_ROWS = 1_048_575;
/** Stays below a ZIP entry's 4 GB. */
const SHEET_BYTES = 3_500_000_000;
const BLOCK_BYTES = 64 * 1024;

const LF = 10;
const ROW = Buffer.from('<row>');
const ROW_END = Buffer.from('</row>');

export interface SheetColumn {
  header: string;
  kind: ColumnKind;
}

/** Converts COPY's text format. Excess rows continue on another worksheet. */
export class WorkbookStream {
  readonly #columns: readonly SheetColumn[];
  readonly #zip: ZipStream;
  readonly #sheetRows: number;
  readonly #cells = new SheetCells();
  #scratch = Buffer.alloc(0);
  #pending: Buffer = Buffer.alloc(0);
  #sheets = 0;
  #rowsLeft = 0;

  constructor(columns: readonly SheetColumn[], write: Write, sheetRows = SHEET_ROWS) {
    this.#columns = columns;
    this.#zip = new ZipStream(write);
    this.#sheetRows = sheetRows;
  }

  async begin(): Promise<void> {
    await this.#beginSheet();
  }

  async push(chunk: Buffer): Promise<void> {
    const end = chunk.lastIndexOf(LF) + 1;
    if (end === 0) {
      this.#pending = Buffer.concat([this.#pending, chunk]);
      return;
    }
    const rows = Buffer.concat([this.#pending, chunk.subarray(0, end)]);
    this.#pending = Buffer.from(chunk.subarray(end));
    for (let at = 0; at < rows.length; ) at = await this.#addBlock(rows, at);
  }

  async finish(): Promise<void> {
    await this.#endSheet();
    for (const [name, xml] of workbookParts(this.#sheets)) await this.#zip.file(name, xml);
    await this.#zip.finish();
  }

  /** Releases an unfinished file. */
  destroy(): void {
    this.#zip.destroy();
  }

  /** Adds fitting rows. Returns the next row's start. */
  async #addBlock(rows: Buffer, start: number): Promise<number> {
    if (this.#rowsLeft === 0 || this.#zip.entrySize > SHEET_BYTES) {
      await this.#endSheet();
      await this.#beginSheet();
    }
    const full = rows.indexOf(LF, Math.min(start + BLOCK_BYTES, rows.length) - 1) + 1;
    const block = rows.subarray(start, full);
    if (this.#scratch.length < block.length * SheetCells.EXPANSION) {
      this.#scratch = Buffer.allocUnsafeSlow(block.length * SheetCells.EXPANSION);
    }
    this.#cells.into(this.#scratch);
    let at = 0;
    for (; at < block.length && this.#rowsLeft > 0; this.#rowsLeft--) at = this.#row(block, at);
    await this.#zip.add(Buffer.from(this.#scratch.subarray(0, this.#cells.length)));
    return start + at;
  }

  #row(block: Buffer, start: number): number {
    const cells = this.#cells;
    cells.raw(ROW);
    let at = start;
    for (const { kind } of this.#columns) at = cells.cell(block, at, kind) + 1;
    cells.raw(ROW_END);
    return at;
  }

  async #beginSheet(): Promise<void> {
    this.#sheets++;
    this.#rowsLeft = this.#sheetRows;
    this.#zip.begin(sheetPart(this.#sheets));
    await this.#zip.add(Buffer.from(SHEET_BEGIN));
    const headers = this.#columns.map(({ header }) => copyText(guardedText(header)));
    const line = Buffer.from(`${headers.join('\t')}\n`);
    const row = Buffer.alloc(line.length * SheetCells.EXPANSION);
    this.#cells.into(row);
    this.#cells.raw(ROW);
    for (let at = 0; at < line.length; ) at = this.#cells.cell(line, at, 'text') + 1;
    this.#cells.raw(ROW_END);
    await this.#zip.add(row.subarray(0, this.#cells.length));
  }

  async #endSheet(): Promise<void> {
    await this.#zip.add(Buffer.from(SHEET_END));
    await this.#zip.end();
  }
}

function copyText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}
