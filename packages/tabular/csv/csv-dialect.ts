import { FileProblem } from '../source/file-problem.ts';
import type { Delimiter } from '../source/types.ts';
import { CsvParser } from './csv-parser.ts';
import type { Quote } from './csv-text.ts';

export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

const SAMPLE_RECORDS = 200;

export interface CsvDialect {
  delimiter: Delimiter;
  quote: Quote;
  /** The first record only names the delimiter (`sep=;`). */
  namesDelimiter: boolean;
}

/**
 * Detects the delimiter; a comma if none splits the file. `complete`: `sample` is the whole file. `chosen`
 * overrides detection.
 */
export function detectDialect(sample: string, complete: boolean, chosen?: Delimiter): CsvDialect {
  const named = /^sep=([,;\t|])(?:[\r\n]|$)/.exec(sample)?.[1];
  const known = chosen ?? DELIMITERS.find((candidate) => candidate === named);
  const delimiter = known ?? detectDelimiter(sample, complete);
  return { delimiter, quote: quoteOf(sample, delimiter), namesDelimiter: named !== undefined };
}

function detectDelimiter(sample: string, complete: boolean): Delimiter {
  const samples = DELIMITERS.map((candidate) => sampleRecords(sample, complete, candidate));
  const shares = samples.map(valueShare);
  const weigh = (points: number, index: number) => points * (1 + VALUES * (shares[index] ?? 0));
  const byHeader = samples.map((records) => score(records, records[0]?.length ?? 1)).map(weigh);
  const belowTitle = samples.map((records, index) => scoreBelowTitle(records, shares[index] ?? 0)).map(weigh);
  const [header, title] = [bestOf(byHeader), bestOf(belowTitle)];
  const isTitled =
    title.points > 0 && (header.points < TITLED || (shares[header.index] === 0 && shares[title.index] !== 0));
  return DELIMITERS[isTitled ? title.index : header.index] ?? ',';
}

function bestOf(scores: readonly number[]): { index: number; points: number } {
  const points = Math.max(...scores);
  return { index: scores.indexOf(points), points };
}

const TITLED = 0.05;
const TITLED_WIDTH = 3;

/** Weight of records with a cell that is an email address, phone or date as a whole. */
const VALUES = 9;
const VALUE = /^(?:[^\s@<>,;|]+@[^\s@<>,;|]+\.[^\s@<>,;|.]{2,}|\+?\(?\d(?:[\s()./-]*\d){5,14})$/;
const VALUE_RECORDS = 50;
const VALUE_CHARACTERS = 100;

function valueShare(records: readonly string[][]): number {
  const examined = records.slice(0, VALUE_RECORDS);
  const holding = examined.filter(
    (cells) =>
      cells.length > 1 && cells.some((cell) => cell.length <= VALUE_CHARACTERS && VALUE.test(cell.trim())),
  );
  return holding.length / Math.max(1, examined.length);
}

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
function scoreBelowTitle(records: readonly string[][], values: number): number {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
  const isTitle = (records[0]?.length ?? 0) * 2 <= width || values > 0;
  return isTitle && width >= TITLED_WIDTH && count >= 2 && count * 2 >= records.length
    ? score(records, width)
    : 0;
}

function sampleRecords(sample: string, complete: boolean, delimiter: Delimiter): string[][] {
  const parser = new CsvParser(delimiter, quoteOf(sample, delimiter));
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

/** Share of cells with an opening single quote that must have a closing quote. */
const CLOSED = 0.9;

/** Single quotes if half of the lines have cells in them, and none in double quotes. */
function quoteOf(sample: string, delimiter: Delimiter): Quote {
  if (!sample.includes("'")) return '"';
  const start = delimiter === '|' ? '(?:^|\\|) *' : `(?:^|${delimiter}) *`;
  const opened = count(sample, new RegExp(`${start}'`, 'gm'));
  if (opened < 2 || new RegExp(`${start}"`, 'm').test(sample)) return '"';
  const end = delimiter === '|' ? '\\|' : delimiter;
  const closed = count(sample, new RegExp(`${start}'(?:[^']|'')*' *(?=${end}|$)`, 'gm'));
  const lines = count(sample, /^.+$/gm);
  return closed >= 2 && closed >= opened * CLOSED && closed * 2 >= lines ? "'" : '"';
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
