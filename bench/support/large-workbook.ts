// Writes a workbook of leads with shared strings: node bench/support/large-workbook.ts <file> <rows>. It runs
// as a process of its own, because a workbook of 100 MB is built in memory.
import { writeFileSync } from 'node:fs';
import { xlsx } from '#tests/support/files/xlsx.ts';
import type { ZipPart } from '#tests/support/files/zip.ts';
import { LEAD_CSV_COLUMNS, leadRows } from './lead-csv.ts';

const [file = '', count = ''] = process.argv.slice(2);
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const AMOUNT = LEAD_CSV_COLUMNS.indexOf('Deposit Amount');
const ROWS_PER_CHUNK = 10_000;

/** Returns the letter of a column; the sheet has fewer than 27. */
const letter = (column: number): string => String.fromCharCode(65 + column);

/** Builds the parts that hold the cells: texts as indexes of shared strings, amounts as numbers. */
function parts(rows: number): ZipPart[] {
  const strings = new Map<string, number>();
  const chunks = [Buffer.from(`<worksheet xmlns="${SHEET}"><sheetData>`)];
  let text = '';
  let row = -1;
  for (const cells of withHeader(rows)) {
    row++;
    text += `<row r="${row + 1}">${cells.map((cell, column) => cellXml(strings, cell, row, column)).join('')}</row>`;
    if (row % ROWS_PER_CHUNK !== 0 && row !== rows) continue;
    chunks.push(Buffer.from(text));
    text = '';
  }
  chunks.push(Buffer.from('</sheetData></worksheet>'));
  return [
    { name: 'xl/worksheets/sheet1.xml', data: Buffer.concat(chunks) },
    { name: 'xl/sharedStrings.xml', data: stringsXml([...strings.keys()]) },
  ];
}

function* withHeader(rows: number): Generator<readonly string[]> {
  yield LEAD_CSV_COLUMNS;
  yield* leadRows(rows);
}

function cellXml(strings: Map<string, number>, cell: string, row: number, column: number): string {
  const place = `${letter(column)}${row + 1}`;
  if (row > 0 && column === AMOUNT) return `<c r="${place}"><v>${cell}</v></c>`;
  const number = strings.get(cell) ?? strings.size;
  strings.set(cell, number);
  return `<c r="${place}" t="s"><v>${number}</v></c>`;
}

function stringsXml(texts: readonly string[]): Buffer {
  const chunks = [Buffer.from(`<sst xmlns="${SHEET}" uniqueCount="${texts.length}">`)];
  for (let at = 0; at < texts.length; at += ROWS_PER_CHUNK) {
    const items = texts.slice(at, at + ROWS_PER_CHUNK).map((text) => `<si><t>${text}</t></si>`);
    chunks.push(Buffer.from(items.join('')));
  }
  return Buffer.concat([...chunks, Buffer.from('</sst>')]);
}

writeFileSync(file, xlsx({ sheets: [{ name: 'Leads', rows: [] }], parts: parts(Number(count)) }));
