import type { GridOutcome, GridRow, ImportGrid } from '#contract/import-fixing.ts';
import type { RowProblem } from '#contract/imports.ts';
import { formatCount, formatNumber } from '../../../../lib/format.ts';
import type { Tone } from '../../../../ui/tone.ts';
import { dryRunText } from '../../dry-run/dry-run-lines.ts';
import { isFixedRow } from './fix-row.ts';

const OUTCOMES: Record<GridOutcome, { label: string; tone: Tone }> = {
  imported: { label: 'Will be imported', tone: 'positive' },
  updated: { label: 'Will be updated', tone: 'positive' },
  duplicateInFile: { label: 'Duplicate', tone: 'neutral' },
  duplicateInDatabase: { label: 'Duplicate', tone: 'neutral' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  error: { label: 'Not imported', tone: 'negative' },
  dropped: { label: 'Dropped', tone: 'neutral' },
};

/** Returns a row's label and tone; warnings outweigh success. */
export function verdictOf(row: GridRow): { label: string; tone: Tone } {
  if (row.dropped) return OUTCOMES.dropped;
  const fine = row.outcome === 'imported' || row.outcome === 'updated';
  if (row.stored?.isDeleted) return { label: 'Lead deleted', tone: 'negative' };
  if (fine && !isFixedRow(row)) return { label: 'Warning', tone: 'caution' };
  return row.stored === null ? OUTCOMES[row.outcome] : storedVerdict(row, row.stored);
}

/** Outcome of a row that already is a lead. */
function storedVerdict({ outcome }: GridRow, { isEdited }: NonNullable<GridRow['stored']>) {
  if (outcome === 'error') return { label: 'Not updated', tone: 'negative' } as const;
  if (outcome !== 'imported' && outcome !== 'updated') return OUTCOMES[outcome];
  return isEdited ? OUTCOMES.updated : ({ label: 'Imported', tone: 'neutral' } as const);
}

/** Explains a row's problems and the row it repeats, first what decides its outcome. */
export function verdictText(row: GridRow): string {
  if (row.dropped) return '';
  const decisive = row.problems.filter(({ severity }) => severity === 'error');
  return problemsText([...new Set([...decisive, ...row.problems])], row);
}

/** Explains a cell's problems, and those of the whole row, such as what it repeats. */
export function cellVerdictText(row: GridRow, problems: readonly RowProblem[]): string {
  if (problems.length === 0) return verdictText(row);
  const ofRow = row.dropped ? [] : row.problems.filter(({ column }) => column === null);
  return problemsText([...new Set([...problems, ...ofRow])], row);
}

function problemsText(problems: readonly RowProblem[], row: GridRow): string {
  return problems.map((problem) => problemText(problem, row)).join('. ');
}

/** Describes a problem; a duplicate names the repeated row. */
export function problemText(problem: RowProblem, { repeats }: Pick<GridRow, 'repeats'>): string {
  if (problem.code === 'duplicate_in_file' && repeats?.row != null) {
    return `Same email or phone as row ${formatNumber(repeats.row)}`;
  }
  return problem.message;
}

/** Summarizes a row for screen readers, such as after an edit. */
export function rowAnnouncement(row: GridRow): string {
  const reasons = verdictText(row);
  return `Row ${formatNumber(row.row)}: ${verdictOf(row).label}${reasons === '' ? '' : `. ${reasons}`}`;
}

/** Summarizes the expected import: `488 of 500 rows will be imported`. */
export function totalsText({ totals, plan }: Pick<ImportGrid, 'totals' | 'plan'>): string {
  return totals === null ? '' : dryRunText(totals, plan?.importMode.mode ?? 'create');
}

/** Counts open rows: `312 rows need attention`. */
export function attentionText(openRows: number): string {
  if (openRows === 0) return 'No rows need attention';
  return `${formatCount(openRows, 'row')} ${openRows === 1 ? 'needs' : 'need'} attention`;
}

/** Summarizes open rows and the expected or finished import. */
export function summaryText(grid: ImportGrid): string {
  const { filename, openRows, isCounted, lastImport } = grid;
  if (lastImport?.status === 'processing') return `${filename} · Importing…`;
  if (lastImport?.status === 'completed') {
    const fixed = (lastImport.fixedSince ?? 0) + (lastImport.leadsToUpdate ?? 0);
    return `${filename} · Imported · ${formatCount(fixed, 'row')} fixed since`;
  }
  const parts = [filename, attentionText(openRows), totalsText(grid), !isCounted && 'Recounting…'];
  return parts.filter((part) => part !== false && part !== '').join(' · ');
}

/** Quotes a value: `“N/A”`, `an empty cell`; cuts long texts. */
export function quotedValue(value: string, empty: string): string {
  if (value === '') return empty;
  return `"${value.length > 40 ? `${value.slice(0, 39)}…` : value}"`;
}

export function stepText({ kind, count }: NonNullable<ImportGrid['undoable']>): string {
  const rows = formatCount(count, 'row');
  if (kind === 'drop') return `Undo dropping ${rows}`;
  if (kind === 'keep') return `Undo keeping ${rows}`;
  return `Undo changing ${formatCount(count, 'cell')}`;
}
