import type { DocumentedFile } from './documented-file.ts';
import type { Score } from './score.ts';

/** A documented file with its score. */
export interface ScoredFile {
  file: DocumentedFile;
  score: Score;
}

type Kind = 'columns' | 'values';

/** Returns the share of columns or values that were mapped rightly, 0 to 1. */
export function shareRight(files: readonly ScoredFile[], kind: Kind): number {
  const { right, all } = sumOf(files, kind);
  return right / all;
}

/** Returns the scores as a Markdown table, one line a file, with the total. */
export function scoreTable(files: readonly ScoredFile[]): string {
  const rows = files.map(({ file, score }) => [
    ...[file.product, file.language],
    ...[ratio(score.columns), ratio(score.values)],
  ]);
  const total = ['**Total**', '', percent(sumOf(files, 'columns')), percent(sumOf(files, 'values'))];
  return markdownTable([['product', 'language', 'columns', 'values'], ...rows, total]);
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [head, rule, ...body].join('\n');
}

function sumOf(files: readonly ScoredFile[], kind: Kind): Score[Kind] {
  const tallies = files.map(({ score }) => score[kind]);
  return {
    right: tallies.reduce((sum, { right }) => sum + right, 0),
    all: tallies.reduce((sum, { all }) => sum + all, 0),
  };
}

function ratio({ right, all }: Score[Kind]): string {
  return `${right}/${all}`;
}

function percent(tally: Score[Kind]): string {
  return `${ratio(tally)} (${((100 * tally.right) / tally.all).toFixed(1)} %)`;
}
