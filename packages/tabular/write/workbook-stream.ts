import { guardedText } from './guarded-text.ts';
import { type ColumnKind, SheetCells } from './sheet-cells.ts';
import { type Write, ZipStream } from './zip-stream.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Freezes the header row. */
const SHEET_BEGIN = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;

const SHEET_END = '</sheetData></worksheet>';

/** `number` counts from 1. */
function sheetPart(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** Returns names and XML of the other parts. Cell style 1 is a date. */
function workbookParts(sheets: number): [string, string][] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const overrides = numbers.map(
    (number) => `<Override PartName="/${sheetPart(number)}" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  const names = numbers.map(
    (number) =>
      `<sheet name="${number === 1 ? 'Leads' : `Leads (${number})`}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const targets = numbers.map((number) =>
    relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`),
  );
  return [
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations([...targets, relation('styles', 'styles', 'styles.xml')])],
    ['xl/styles.xml', STYLES],
    ['_rels/.rels', relations([relation('workbook', 'officeDocument', 'xl/workbook.xml')])],
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides.join('')}</Types>`,
    ],
  ];
}

const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function relations(all: readonly string[]): string {
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

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
