import { FileProblem } from '../source/file-problem.ts';
import type { Delimiter } from '../source/types.ts';
import { CsvParser } from './csv-parser.ts';

export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

/** Maximum records of the sample that the detection scores. */
const SAMPLE_RECORDS = 200;

/** Dialect of a CSV file. */
export interface CsvDialect {
  delimiter: Delimiter;
  /** Whether the first record only names the delimiter (`sep=;`, as Excel writes and reads it). */
  namesDelimiter: boolean;
}

/**
 * Detects the dialect of a CSV file from its first characters. `complete` means that `sample` is the whole
 * file. The best-scoring delimiter wins (see `score`); a file that none of them splits has one column and
 * counts as comma-separated. `chosen` is a delimiter to use whatever the sample suggests.
 */
export function detectDialect(sample: string, complete: boolean, chosen?: Delimiter): CsvDialect {
  const named = /^sep=([,;\t|])(?:[\r\n]|$)/.exec(sample)?.[1];
  const delimiter = chosen ?? DELIMITERS.find((candidate) => candidate === named);
  if (delimiter !== undefined) return { delimiter, namesDelimiter: named !== undefined };
  const samples = DELIMITERS.map((candidate) => sampleRecords(sample, complete, candidate));
  const byHeader = samples.map((records) => score(records, records[0]?.length ?? 1));
  const belowTitle = samples.map(scoreBelowTitle);
  // Below a title, the first record is no measure.
  const isTitled = Math.max(...byHeader) < TITLED && Math.max(...belowTitle) > 0;
  const scores = isTitled ? belowTitle : byHeader;
  const best = scores.indexOf(Math.max(...scores));
  return { delimiter: DELIMITERS[best] ?? ',', namesDelimiter: false };
}

/** Score below which the first record doesn't look like the others. */
const TITLED = 0.05;
/** Minimum cells of the commonest record below a title; two might as well be one with a sign in it. */
const TITLED_WIDTH = 3;

/**
 * Scores a delimiter: the share of records with `width` cells, as many as the header has, squared, times the number of
 * cuts. Records with quotes left in their cells count a quarter, because the right delimiter stands next to the quotes.
 */
function score(records: readonly string[][], width: number): number {
  const fitting = records.filter((cells) => cells.length === width);
  const weights = fitting.map((cells): number => (cells.some((cell) => cell.includes('"')) ? 0.25 : 1));
  const share = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, records.length);
  return share * share * (width - 1);
}

/** Scores a delimiter by the commonest length of a record, if the first one is short enough to be a title. */
function scoreBelowTitle(records: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
  const isTitle = (records[0]?.length ?? 0) * 2 <= width;
  return isTitle && width >= TITLED_WIDTH && count >= 2 && count * 2 >= records.length
    ? score(records, width)
    : 0;
}

/**
 * Returns the non-blank records of the sample. Includes the incomplete last one only if it is the only one.
 */
function sampleRecords(sample: string, complete: boolean, delimiter: Delimiter): string[][] {
  const parser = new CsvParser(delimiter);
  try {
    const rows = parser.push(sample, complete);
    const whole = rows.length > 0 ? rows : parser.push('', true);
    const filled = whole
      .map(({ cells }) => cells)
      .filter((cells) => cells.some((cell) => cell.trim() !== ''));
    return filled.slice(0, SAMPLE_RECORDS);
  } catch (error) {
    // An open quote at the end of the sample says nothing about the delimiter; reading the file reports it.
    if (error instanceof FileProblem) return [];
    throw error;
  }
}
