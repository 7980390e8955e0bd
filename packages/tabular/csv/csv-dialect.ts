import { FileProblem } from '../source/file-problem.ts';
import type { Delimiter } from '../source/types.ts';
import { CsvParser } from './csv-parser.ts';

export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

const SAMPLE_RECORDS = 200;

export interface CsvDialect {
  delimiter: Delimiter;
  /** The first record only names the delimiter (`sep=;`). */
  namesDelimiter: boolean;
}

/**
 * Detects the delimiter; a comma if none splits the file. `complete`: `sample` is the whole file. `chosen`
 * overrides detection.
 */
export function detectDialect(sample: string, complete: boolean, chosen?: Delimiter): CsvDialect {
  const named = /^sep=([,;\t|])(?:[\r\n]|$)/.exec(sample)?.[1];
  const delimiter = chosen ?? DELIMITERS.find((candidate) => candidate === named);
  if (delimiter !== undefined) return { delimiter, namesDelimiter: named !== undefined };
  const samples = DELIMITERS.map((candidate) => sampleRecords(sample, complete, candidate));
  const byHeader = samples.map((records) => score(records, records[0]?.length ?? 1));
  const belowTitle = samples.map(scoreBelowTitle);
  const isTitled = Math.max(...byHeader) < TITLED && Math.max(...belowTitle) > 0;
  const scores = isTitled ? belowTitle : byHeader;
  const best = scores.indexOf(Math.max(...scores));
  return { delimiter: DELIMITERS[best] ?? ',', namesDelimiter: false };
}

const TITLED = 0.05;
const TITLED_WIDTH = 3;

/**
 * Share of records as wide as the header, squared, times the cuts. Leftover quotes count a quarter, because the
 * right delimiter adjoins quotes.
 */
function score(records: readonly string[][], width: number): number {
  const fitting = records.filter((cells) => cells.length === width);
  const weights = fitting.map((cells): number => (cells.some((cell) => cell.includes('"')) ? 0.25 : 1));
  const share = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, records.length);
  return share * share * (width - 1);
}

/** Scores by the commonest width below a title. */
function scoreBelowTitle(records: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
  const isTitle = (records[0]?.length ?? 0) * 2 <= width;
  return isTitle && width >= TITLED_WIDTH && count >= 2 && count * 2 >= records.length
    ? score(records, width)
    : 0;
}

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
    // Reading the file reports an open quote.
    if (error instanceof FileProblem) return [];
    throw error;
  }
}
