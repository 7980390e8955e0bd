import { selectSheetIndex } from '../source/choose-sheet.ts';
import type { CellLinks } from '../source/link-text.ts';
import {
  notSupported,
  OPEN_DOCUMENTS,
  OTHER_OPEN_DOCUMENT,
  type OtherFormat,
  ZIP_ARCHIVE,
  ZIP_FORMATS,
} from '../source/other-formats.ts';
import type { OpenOptions, RecordSource } from '../source/record-source.ts';
import type { ByteSource, Row } from '../source/types.ts';
import { readCellLinks } from './hyperlinks.ts';
import { SharedStringsHandler } from './shared-strings.ts';
import { type SheetContext, SheetHandler } from './sheet-handler.ts';
import { readFormats, readWorkbook, type SheetPart, type Workbook } from './workbook.ts';
import { readXml, xmlTicks } from './xml-part.ts';
import { brokenXml } from './xml-scanner.ts';
import { UnpackBudget, ZipParts } from './zip-parts.ts';

/**
 * Only shared strings stay in memory.
 * @throws FileProblem `not_supported` for any other ZIP archive
 */
export async function openZip(source: ByteSource, options: OpenOptions): Promise<RecordSource> {
  const zip = await ZipParts.open(source);
  const other = ZIP_FORMATS.find(([part]) => zip.has(part));
  if (other !== undefined) throw notSupported(other[1]);
  if (zip.has('content.xml')) throw notSupported(await openDocument(zip));
  if (!zip.has('[Content_Types].xml') && !zip.has('xl/workbook.xml')) throw notSupported(ZIP_ARCHIVE);
  const workbook = await readWorkbook(zip, new UnpackBudget());
  const links = new Map<number, Promise<CellLinks | null>>();
  const linksOf = (index: number, part: string) => {
    const found = links.get(index) ?? readCellLinks(zip, part);
    links.set(index, found);
    return found;
  };
  async function* rowsOf(index: number): AsyncGenerator<Row[]> {
    const sheet = workbook.sheets[index];
    if (sheet !== undefined) yield* sheetRows(zip, workbook, sheet, await linksOf(index, sheet.part));
  }
  const sheet = await selectSheetIndex(workbook.sheets, options.sheet, rowsOf);
  return {
    format: {
      kind: 'xlsx',
      delimiter: null,
      encoding: null,
      sheets: workbook.sheets.map(({ name }) => name),
      sheet: workbook.sheets[sheet]?.name ?? null,
      ...(workbook.date1904 && { date1904: true }),
    },
    records: () => rowsOf(sheet),
  };
}

async function openDocument(zip: ZipParts): Promise<OtherFormat> {
  const parts: Buffer[] = [];
  if (zip.has('mimetype'))
    for await (const part of zip.read('mimetype', new UnpackBudget())) parts.push(part);
  const type = Buffer.concat(parts).toString('latin1').trim();
  return OPEN_DOCUMENTS.find(([end]) => type.endsWith(`.${end}`))?.[1] ?? OTHER_OPEN_DOCUMENT;
}

async function* sheetRows(
  zip: ZipParts,
  workbook: Workbook,
  sheet: SheetPart,
  links: CellLinks | null,
): AsyncGenerator<Row[]> {
  const budget = new UnpackBudget();
  const handler = new SheetHandler({ ...(await readContext(zip, workbook, budget)), links });
  let held: HeldRows | null = new HeldRows();
  // ZipParts checks the checksum at the end.
  for await (const _ of xmlTicks(zip, sheet.part, handler, budget)) {
    for (const rows of handler.take()) {
      if (held === null) yield rows;
      else if (!held.add(rows)) {
        yield held.rows;
        held = null;
      }
    }
  }
  if (!handler.isDone) throw brokenXml(`The sheet '${sheet.name}' ends before its last row.`);
  if (held !== null) yield held.inOrder();
}

async function readContext(
  zip: ZipParts,
  workbook: Workbook,
  budget: UnpackBudget,
): Promise<Omit<SheetContext, 'links'>> {
  const { stylesPart, stringsPart, date1904 } = workbook;
  const formats =
    stylesPart !== null && zip.has(stylesPart) ? await readFormats(zip, stylesPart, budget) : [];
  const strings = new SharedStringsHandler();
  if (stringsPart !== null && zip.has(stringsPart)) await readXml(zip, stringsPart, strings, budget);
  return { strings: strings.strings, formats, date1904 };
}

/** Bounds memory and the wait for the first row. */
const HELD_CELLS = 20_000;

/** Rows of a small sheet, whose elements may come in any order, such as column by column. */
class HeldRows {
  readonly rows: Row[] = [];
  #cells = 0;

  /** Returns false once the sheet isn't small. */
  add(rows: readonly Row[]): boolean {
    for (const row of rows) {
      this.rows.push(row);
      this.#cells += row.cells.length;
    }
    return this.#cells <= HELD_CELLS;
  }

  /** Joins rows with the same number. */
  inOrder(): Row[] {
    const { rows } = this;
    if (rows.every((row, index) => index === 0 || row.number > (rows[index - 1]?.number ?? 0))) return rows;
    const byNumber = new Map<number, string[]>();
    for (const { number, cells } of rows) {
      const joined = byNumber.get(number) ?? [];
      for (const [column, cell] of cells.entries()) joined[column] = cell || (joined[column] ?? '');
      byNumber.set(number, joined);
    }
    return [...byNumber].sort(([one], [other]) => one - other).map(([number, cells]) => ({ number, cells }));
  }
}
