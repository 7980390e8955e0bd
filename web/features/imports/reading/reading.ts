import type { Upload } from '#contract/uploads.ts';
import { encodingName } from './encoding-options.ts';

type Delimiter = NonNullable<Upload['delimiter']>;

export const DELIMITER_OPTIONS: readonly { value: Delimiter; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Pipe' },
];

function headerFact({ headerRow }: Pick<Upload, 'headerRow'>): string {
  return headerRow === 0 ? 'No header row' : `Row ${headerRow} is the header`;
}

/** Says which row names the columns, and that rows above are left out. */
export function headerText(upload: Pick<Upload, 'headerRow' | 'firstRows'>): string {
  if (upload.headerRow === 0) return 'No header row, so columns are numbered.';
  return [`${headerFact(upload)}.`, ...aboveHeader(upload)].join(' ');
}

function aboveHeader({ headerRow, firstRows }: Pick<Upload, 'headerRow' | 'firstRows'>): string[] {
  const above = firstRows.map(({ number }) => number).filter((number) => number < headerRow);
  const [first, last] = [above[0], above.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (first === last) return [`Row ${first} above it won't be imported.`];
  return [`Rows ${first} ${above.length === 2 ? 'and' : 'to'} ${last} above it won't be imported.`];
}

/** Describes how a file is read: `Row 4 is the header`, `Windows-1251`, `Semicolon`. */
export function readingFacts(
  upload: Pick<Upload, 'headerRow' | 'encoding' | 'delimiter' | 'sheet' | 'sheets'>,
): string[] {
  const { encoding, delimiter, sheet, sheets } = upload;
  const facts = [headerFact(upload)];
  if (encoding !== null) facts.push(encodingName(encoding));
  const named = DELIMITER_OPTIONS.find(({ value }) => value === delimiter);
  if (named !== undefined) facts.push(named.label);
  if (sheets.length > 1 && sheet !== null) facts.push(`Sheet "${sheet}"`);
  return facts;
}

/** Changes to how a file is read; omitted parts stay. */
export type ReadingChange = Partial<Pick<Upload, 'sheet' | 'encoding' | 'delimiter' | 'headerRow'>>;

/**
 * Returns the request to reread a file. A new sheet, encoding or delimiter redetects the header
 * row, a new encoding also the delimiter.
 */
export function readingRequest(upload: Upload, change: ReadingChange): ReadingChange {
  const { sheet, encoding, delimiter } = upload;
  const kept = upload.kind === 'csv' ? { encoding, delimiter } : { sheet };
  if (change.encoding !== undefined && change.delimiter === undefined) return { encoding: change.encoding };
  return { ...kept, ...change };
}
