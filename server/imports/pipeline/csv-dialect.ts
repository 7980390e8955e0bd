import { CsvParser } from './csv-parser.ts';
import type { CsvDialect, RecordEnd } from './csv-text.ts';
import { FileProblem } from './file-problem.ts';
import type { Delimiter } from './types.ts';

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

/** Records of the sample that are looked at. */
const SAMPLE_RECORDS = 200;

/** A dialect, and whether the first record only names the delimiter (`sep=;`, as Excel writes and reads it). */
export interface DetectedDialect extends CsvDialect {
  namesDelimiter: boolean;
}

/**
 * The dialect of a CSV file from its first characters. `complete` says that `sample` is the whole file. The delimiter
 * is the one that cuts most records into as many cells as the header, more cells counting for more; a file that
 * none of them cuts has one column and is read with commas.
 */
export function detectDialect(sample: string, complete: boolean): DetectedDialect {
  const recordEnd = detectRecordEnd(sample);
  const named = /^sep=([,;\t|])\r?(?:\n|$)/.exec(sample)?.[1];
  const delimiter = DELIMITERS.find((candidate) => candidate === named);
  if (delimiter !== undefined) return { delimiter, recordEnd, namesDelimiter: true };
  const scores = DELIMITERS.map((candidate) => score(sample, complete, { delimiter: candidate, recordEnd }));
  const best = scores.indexOf(Math.max(...scores));
  return { delimiter: DELIMITERS[best] ?? ',', recordEnd, namesDelimiter: false };
}

/** The first line end outside quotes decides; without one in the sample a carriage return may still end records. */
function detectRecordEnd(sample: string): RecordEnd {
  let inQuotes = false;
  for (let at = 0; at < sample.length; at += 1) {
    const character = sample[at];
    if (character === '"') inQuotes = !inQuotes;
    else if (inQuotes) continue;
    else if (character === '\n') return 'lf';
    else if (character === '\r') return sample[at + 1] === '\n' ? 'lf' : 'any';
  }
  return 'any';
}

function score(sample: string, complete: boolean, dialect: CsvDialect): number {
  const counts = cellCounts(sample, complete, dialect);
  const header = counts[0] ?? 1;
  return counts.filter((count) => count === header).length * (header - 1);
}

/** Cells of each record of the sample that is not blank; of the incomplete one at its end only when it is alone. */
function cellCounts(sample: string, complete: boolean, dialect: CsvDialect): number[] {
  const parser = new CsvParser(dialect);
  try {
    const rows = parser.push(sample, complete);
    const whole = rows.length > 0 ? rows : parser.push('', true);
    const filled = whole.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    return filled.slice(0, SAMPLE_RECORDS).map(({ cells }) => cells.length);
  } catch (error) {
    // A quote that is open at the end of the sample says nothing of the delimiter: the reading itself reports it.
    if (error instanceof FileProblem) return [];
    throw error;
  }
}
