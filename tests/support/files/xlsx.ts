import { type ZipPart, zip } from './zip.ts';

/** A cell: text, a number, or a number in a format, such as `{ number: 45292, format: 'dd/mm/yyyy' }`; null is no cell. */
export type FixtureCell = string | number | null | { number: number; format: string };

export interface FixtureSheet {
  name: string;
  hidden?: boolean;
  rows: readonly (readonly FixtureCell[])[];
  /** XML of the whole worksheet in place of `rows`. */
  xml?: string;
}

export interface FixtureWorkbook {
  sheets: readonly FixtureSheet[];
  /** Whether texts stand in the cells instead of among the shared strings. */
  inline?: boolean;
  date1904?: boolean;
  /** XML of the shared strings in place of those of the cells. */
  stringsXml?: string;
  /** Parts to add, or to put in the place of the one with the same name. */
  parts?: readonly ZipPart[];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Escapes text for XML. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

/** Makes the bytes of an XLSX workbook. */
export function xlsx(workbook: FixtureWorkbook): Uint8Array {
  const table = new CellTable(workbook.inline === true);
  const sheets = workbook.sheets.map((sheet, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    data: DECLARATION + (sheet.xml ?? table.sheetXml(sheet)),
  }));
  const parts: ZipPart[] = [
    { name: '[Content_Types].xml', data: `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"/>` },
    { name: '_rels/.rels', data: relationships([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/workbook.xml', data: workbookXml(workbook) },
    { name: 'xl/_rels/workbook.xml.rels', data: relationships(workbookTargets(workbook)) },
    { name: 'xl/styles.xml', data: table.stylesXml() },
    { name: 'xl/sharedStrings.xml', data: workbook.stringsXml ?? table.stringsXml() },
    ...sheets,
  ];
  const replaced = new Set(workbook.parts?.map(({ name }) => name));
  return zip([...parts.filter(({ name }) => !replaced.has(name)), ...(workbook.parts ?? [])]);
}

/** Makes the XML of a worksheet around its rows. */
export function sheetXml(rows: string): string {
  return `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
}

function workbookTargets({ sheets }: FixtureWorkbook): [string, string][] {
  const worksheets = sheets.map((_, index): [string, string] => [
    'worksheet',
    `worksheets/sheet${index + 1}.xml`,
  ]);
  return [...worksheets, ['styles', 'styles.xml'], ['sharedStrings', '/xl/sharedStrings.xml']];
}

function relationships(targets: readonly (readonly [string, string])[]): string {
  const entries = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}

function workbookXml({ sheets, date1904 }: FixtureWorkbook): string {
  const entries = sheets.map(({ name, hidden }, index) => {
    const state = hidden ? ' state="hidden"' : '';
    return `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
  });
  const properties = date1904 ? '<workbookPr date1904="1"/>' : '<workbookPr/>';
  const content = `${properties}<sheets>${entries.join('')}</sheets>`;
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${content}</workbook>`;
}

/** Numbers the texts and formats of the cells as they are written. */
class CellTable {
  readonly #inline: boolean;
  readonly #strings = new Map<string, number>();
  readonly #formats = new Map<string, number>();

  constructor(inline: boolean) {
    this.#inline = inline;
  }

  sheetXml({ rows }: FixtureSheet): string {
    const written = rows.map((cells, row) => {
      const content = cells.map((cell, column) => this.#cellXml(cell, columnName(column) + (row + 1)));
      return `<row r="${row + 1}">${content.join('')}</row>`;
    });
    return sheetXml(written.join(''));
  }

  stringsXml(): string {
    const items = [...this.#strings.keys()].map(
      (text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`,
    );
    return `${DECLARATION}<sst xmlns="${MAIN}" uniqueCount="${items.length}">${items.join('')}</sst>`;
  }

  stylesXml(): string {
    const codes = [...this.#formats].map(
      ([code, id]) => `<numFmt numFmtId="${163 + id}" formatCode="${escapeXml(code)}"/>`,
    );
    const styles = [...this.#formats.values()].map(
      (id) => `<xf numFmtId="${163 + id}" applyNumberFormat="1"/>`,
    );
    const content = `<numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs>`;
    return `${DECLARATION}<styleSheet xmlns="${MAIN}">${content}</styleSheet>`;
  }

  #cellXml(cell: FixtureCell, reference: string): string {
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    if (typeof cell === 'object') {
      return `<c r="${reference}" s="${numbered(this.#formats, cell.format, 1)}"><v>${cell.number}</v></c>`;
    }
    if (this.#inline) {
      return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
    }
    return `<c r="${reference}" t="s"><v>${numbered(this.#strings, cell, 0)}</v></c>`;
  }
}

function numbered(numbers: Map<string, number>, key: string, first: number): number {
  const known = numbers.get(key) ?? numbers.size + first;
  numbers.set(key, known);
  return known;
}

/** The letters of a column counted from 0. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (column % 26));
}
