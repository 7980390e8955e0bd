import type { Delimiter } from '../source/types.ts';
import type { Quote } from './csv-text.ts';

/** Share of cells with an opening single quote that must have a closing quote. */
const CLOSED = 0.9;

/** Single quotes if half of the lines have cells in them, and none in double quotes. */
export function quoteOf(sample: string, delimiter: Delimiter): Quote {
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
