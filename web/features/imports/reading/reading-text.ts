import type { Upload } from '#contract/uploads.ts';
import { encodingName } from './encoding-options.ts';

type Delimiter = NonNullable<Upload['delimiter']>;

/** Delimiters that a CSV file can be read with. */
export const DELIMITER_OPTIONS: readonly { value: Delimiter; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Pipe' },
];

/** Says which row names the columns. */
export function headerText({ headerRow }: Pick<Upload, 'headerRow'>): string {
  return headerRow === 0 ? 'No header row' : `Row ${headerRow} is the header`;
}

/** Says what happens to the rows above the header; null if there are none. */
export function aboveHeaderText({
  headerRow,
  firstRows,
}: Pick<Upload, 'headerRow' | 'firstRows'>): string | null {
  const above = firstRows.filter(({ number }) => number < headerRow);
  const [first, last] = [above[0]?.number, above.at(-1)?.number];
  if (first === undefined || last === undefined) return null;
  return first === last
    ? `Row ${first} is above the header and won't be imported.`
    : `Rows ${first} to ${last} are above the header and won't be imported.`;
}

/** Describes how a file is read, such as `Row 4 is the header`, `Windows-1251`, `Semicolon`. */
export function readingFacts(
  upload: Pick<Upload, 'headerRow' | 'encoding' | 'delimiter' | 'sheet' | 'sheets'>,
): string[] {
  const { encoding, delimiter, sheet, sheets } = upload;
  const facts = [headerText(upload)];
  if (encoding !== null) facts.push(encodingName(encoding));
  const named = DELIMITER_OPTIONS.find(({ value }) => value === delimiter);
  if (named !== undefined) facts.push(named.label);
  if (sheets.length > 1 && sheet !== null) facts.push(`Sheet ‘${sheet}’`);
  return facts;
}
