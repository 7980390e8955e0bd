import type { MappedRow } from '../../../lead/values/draft.ts';
import type { RowReport } from './record-batch.ts';

/** Maximum characters of a value of the file in a report. */
const ORIGINAL_CHARACTERS = 500;

/** Report lines of a row's edits. */
export function editReports({ number: row, edit }: MappedRow): RowReport[] {
  if (edit === undefined) return [];
  const cells = edit.cells.map(
    ({ column, original, value }): RowReport => ({
      row,
      outcome: 'fixed',
      code: 'fixed',
      field: null,
      column,
      value,
      message: `Changed before the import; the file has "${original.slice(0, ORIGINAL_CHARACTERS)}"`,
    }),
  );
  return edit.dropped ? [droppedReport(row), ...cells] : cells;
}

function droppedReport(row: number): RowReport {
  const message = 'This row was dropped before the import';
  return { row, outcome: 'skipped', code: 'dropped', field: null, column: null, value: '', message };
}
