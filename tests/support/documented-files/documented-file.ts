import { CUSTOM_FIELD_TYPES, type CustomFieldType, customTarget } from '#contract/lead-fields.ts';
import { fileOf } from '../client.ts';
import { type CsvStyle, csv } from '../files/csv.ts';
import { xlsx } from '../files/xlsx.ts';

/** A file as a documented product exports it, with the mapping and the values that a careful person would choose. */
export interface DocumentedFile {
  product: string;
  language: string;
  /** Title of the page or file that documents the columns. */
  source: string;
  style: CsvStyle | 'xlsx';
  columns: DocumentedColumn[];
}

/** A column with its cells and the values that leads should store. */
export interface DocumentedColumn {
  header: string;
  /** Lead field, `name` for full names, or `custom:<header>`; null if no lead field stands for the column. */
  target: string | null;
  /** Type of the organization's custom field of this name, if it has one. */
  customType: CustomFieldType | null;
  cells: DocumentedCell[];
}

/** A cell and its stored value; a full name is stored as `first ~ last`. */
export interface DocumentedCell {
  text: string;
  stored: string;
}

const COLUMN = /^(.*?)(?: > (\w+))?(?: ::(.*))?$/;

/**
 * Reads a file from its notation, one column a line: `header > target :: cell | cell`.
 *
 * Without a target, no lead field stands for the column. The types of custom fields (`date`, `boolean` and so on) are
 * targets too: the organization has a custom field of that type, named like the column. `cell => value` is a cell that
 * is stored as another value. `\n` is a line break.
 */
export function documentedFile(
  [product, language, source]: readonly [product: string, language: string, source: string],
  notation: string,
  style: CsvStyle | 'xlsx' = {},
): DocumentedFile {
  const lines = notation.split('\n').filter((line) => line.trim() !== '');
  const columns = lines.map((line) => columnOf(line.trim()));
  const rows = Math.max(...columns.map(({ cells }) => cells.length));
  for (const { cells } of columns) while (cells.length < rows) cells.push({ text: '', stored: '' });
  return { product, language, source, style, columns };
}

function columnOf(line: string): DocumentedColumn {
  const [, header = '', target, cells] = COLUMN.exec(line) ?? [];
  const customType = CUSTOM_FIELD_TYPES.find((type) => type === target) ?? null;
  return {
    header,
    target: customType === null ? (target ?? null) : customTarget(header),
    customType,
    cells: cells === undefined ? [] : cells.split('|').map((cell) => cellOf(cell.trim())),
  };
}

function cellOf(notation: string): DocumentedCell {
  const [text = '', stored = text] = notation.split(/\s*=>\s*/).map((part) => part.replaceAll('\\n', '\n'));
  return { text, stored };
}

/** Returns the rows of a documented file, the header first. */
function rowsOfDocumented({ columns }: DocumentedFile): string[][] {
  const rows = columns[0]?.cells.map((_, row) => columns.map(({ cells }) => cells[row]?.text ?? '')) ?? [];
  return [columns.map(({ header }) => header), ...rows];
}

/** Makes the file that a user would upload. */
export function fileOfDocumented(file: DocumentedFile): File {
  const rows = rowsOfDocumented(file);
  return file.style === 'xlsx'
    ? fileOf('contacts.xlsx', new Uint8Array(xlsx({ sheets: [{ name: 'Contacts', rows }] })))
    : fileOf('contacts.csv', new Uint8Array(csv(rows, file.style)));
}
