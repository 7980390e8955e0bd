import { Buffer } from 'node:buffer';
import { type CellObject, read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { storable } from './cell-text.ts';
import { chooseSheet } from './choose-sheet.ts';
import { compoundNames } from './compound-file.ts';
import { FileProblem } from './file-problem.ts';
import { formatOfCode, type NumberFormat } from './number-format.ts';
import { numberText } from './number-text.ts';
import type { OpenOptions } from './open-records.ts';
import type { RecordSource } from './record-source.ts';
import { notSupported } from './sniff.ts';
import type { ByteSource, Row } from './types.ts';
import { encrypted } from './zip-parts.ts';

const BATCH_ROWS = 1_000;

/** A workbook takes thirty to forty times its size in memory. A full sheet of 65,536 rows and 20 columns has 10 to 40 MB. */
const SIZE_LIMIT = 40 * 1024 * 1024;

/**
 * Opens what is in a compound file: an XLS workbook. Throws FileProblem `encrypted` for a workbook of any kind with a
 * password, `not_supported` for a document that is no workbook.
 */
export async function openCompound(source: ByteSource, options: OpenOptions): Promise<RecordSource> {
  const names = await compoundNames(source);
  if (names.has('EncryptedPackage') || names.has('EncryptionInfo')) throw encrypted();
  if (!names.has('Workbook') && !names.has('Book')) {
    throw notSupported(options.filename, 'an Office document without a worksheet');
  }
  return openXls(source, options);
}

/** Opens an XLS workbook (Excel 2 to 2003). It is read into memory whole, so it may have no more than 40 MB. */
export async function openXls(source: ByteSource, options: OpenOptions): Promise<RecordSource> {
  if (source.size > SIZE_LIMIT) {
    const message = 'XLS workbooks are read up to 40 MB. Save it as XLSX or CSV and try again.';
    throw new FileProblem('too_large_unpacked', message);
  }
  const workbook = parse(await readAll(source));
  const details = workbook.Workbook?.Sheets;
  const sheets = workbook.SheetNames.map((name, index) => ({
    name,
    isHidden: (details?.[index]?.Hidden ?? 0) !== 0,
  }));
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true;
  const rowsOf = (index: number) => sheetRows(workbook.Sheets[workbook.SheetNames[index] ?? ''], date1904);
  const sheet = await chooseSheet(sheets, options.sheet, rowsOf);
  return {
    format: {
      kind: 'xls',
      delimiter: null,
      encoding: null,
      sheets: workbook.SheetNames,
      sheet: workbook.SheetNames[sheet] ?? null,
    },
    records: () => rowsOf(sheet),
  };
}

async function readAll(source: ByteSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.stream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/password|encrypt/i.test(message)) throw encrypted();
    throw new FileProblem('broken', 'The workbook is damaged and cannot be read.', { cause: error });
  }
}

async function* sheetRows(sheet: WorkSheet | undefined, date1904: boolean): AsyncGenerator<Row[]> {
  const formats = new Map<string, NumberFormat>();
  const formatOf = (code: string) => {
    const known = formats.get(code) ?? formatOfCode(code);
    formats.set(code, known);
    return known;
  };
  const data: (CellObject | undefined)[][] = sheet?.['!data'] ?? [];
  for (let from = 0; from < data.length; from += BATCH_ROWS) {
    yield Array.from({ length: Math.min(BATCH_ROWS, data.length - from) }, (_, offset) => ({
      number: from + offset + 1,
      cells: Array.from(data[from + offset] ?? [], (cell) => cellText(cell, formatOf, date1904)),
    }));
  }
}

/** By the same conventions as in XLSX workbooks. */
function cellText(
  cell: CellObject | undefined,
  formatOf: (code: string) => NumberFormat,
  date1904: boolean,
): string {
  switch (cell?.t) {
    case 's':
      return storable(String(cell.v ?? ''));
    case 'n':
      return numberText(Number(cell.v), formatOf(String(cell.z ?? 'General')), date1904);
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE';
    default:
      return '';
  }
}
