import { unzipSync } from 'fflate';
import type { SUPPRESSION_FORMATS } from '#contract/suppressions.ts';
import {
  type ByteSource,
  bytesSource,
  filledRows,
  openRecords,
  type Row,
} from '#packages/tabular/tabular.ts';
import { HttpError } from '../../platform/errors.ts';
import {
  type InvalidEntry,
  type ReadEntry,
  readEntry,
  readHash,
  readPhoneEntry,
} from '../suppression/entry.ts';

export type SuppressionFormat = (typeof SUPPRESSION_FORMATS)[number];

/** A row of a file, with its entries or why it has none. */
export interface ReadLine {
  number: number;
  entries: ReadEntry[];
  problem: InvalidEntry | null;
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Bytes of an unpacked file; ten million hashes take 650 MB, more files take the rest. */
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024;
const AREA = /^\d{3}$/;
const LOCAL_NUMBER = /^\d{3}-?\d{4}$/;
const LETTERS_ONLY = /^[\p{L}\p{M}\s_./()#-]*$/u;

/**
 * Yields the rows of a list that is a CSV, text or Excel file, or a zip archive of one.
 * @throws HttpError unreadable_file, FileProblem
 */
export async function* readLines(
  source: ByteSource,
  filename: string,
  options: { format: SuppressionFormat; country: string | null },
): AsyncGenerator<ReadLine[]> {
  const file = await unpacked(source, filename);
  const records = await openRecords(file.source, { filename: file.filename });
  let isFirst = true;
  for await (const rows of filledRows(records)) {
    const lines = rows.map((row) => readLine(row, options));
    const [first] = lines;
    // A header row names no one.
    if (isFirst && first?.problem && (rows[0]?.cells ?? []).every((cell) => LETTERS_ONLY.test(cell))) {
      lines.shift();
    }
    isFirst = false;
    if (lines.length > 0) yield lines;
  }
}

/** Returns the file of a zip archive, and other files as they are. */
async function unpacked(
  source: ByteSource,
  filename: string,
): Promise<{ source: ByteSource; filename: string }> {
  const start = await source.read(0, ZIP.length);
  const isZip = ZIP.every((byte, at) => start[at] === byte);
  if (!isZip || /\.xlsx$/i.test(filename)) return { source, filename };
  const bytes = await source.read(0, source.size);
  let chosen: string | undefined;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (chosen !== undefined || name.endsWith('/') || name.startsWith('__MACOSX')) return false;
      if (originalSize > MAX_UNPACKED_BYTES) {
        throw new HttpError('too_large', 'The file in the archive is larger than 300 MB', { field: 'file' });
      }
      chosen = name;
      return true;
    },
  });
  const file = chosen === undefined ? undefined : files[chosen];
  if (chosen === undefined || file === undefined) {
    throw new HttpError('unreadable_file', 'The archive has no file', { field: 'file' });
  }
  return {
    source: bytesSource(file),
    filename: /\.(?:csv|tsv|txt|xlsx|xls)$/i.test(chosen) ? chosen : `${chosen}.csv`,
  };
}

function readLine(
  { number, cells: given }: Row,
  { format, country }: { format: SuppressionFormat; country: string | null },
): ReadLine {
  const cells = given.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const read = readCells(cells, format, country);
  const entries = read.flatMap((one) => ('problem' in one ? [] : [one]));
  const problem = entries.length > 0 ? null : read.find((one) => 'problem' in one);
  return {
    number,
    entries,
    problem: problem ?? (entries.length > 0 ? null : { problem: 'The row is empty' }),
  };
}

function readCells(
  cells: readonly string[],
  format: SuppressionFormat,
  country: string | null,
): (ReadEntry | InvalidEntry)[] {
  const [first = '', second = ''] = cells;
  const isAreaAndNumber = AREA.test(first) && LOCAL_NUMBER.test(second);
  if (format === 'dnc' || (format === 'auto' && isAreaAndNumber)) {
    const number = isAreaAndNumber ? first + second : first;
    return [readPhoneEntry(number.startsWith('+') ? number : `+1${number.replace(/\D/g, '')}`, null)];
  }
  if (format === 'md5' || format === 'sha1' || format === 'sha256') {
    return cells.slice(0, 1).map((cell) => readHash(cell, format));
  }
  const read = cells.map((cell) => readEntry(cell, country));
  if (cells.length < 2) return format === 'plain' ? read.map(plainOnly) : read;
  // Among other columns only what can't be anything else is an entry.
  const sure = read.filter(
    (one, at) =>
      'problem' in one || one.kind === 'email' || one.kind === 'hash' || /^\+/.test(cells[at] ?? ''),
  );
  return format === 'plain' ? sure.map(plainOnly) : sure;
}

function plainOnly(entry: ReadEntry | InvalidEntry): ReadEntry | InvalidEntry {
  if ('problem' in entry || entry.kind !== 'hash') return entry;
  return { problem: 'This is a hash; choose its kind as the format', isUnknownHash: true };
}
