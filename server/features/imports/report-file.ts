import { setImmediate as turn } from 'node:timers/promises';
import type { ReportRow } from '#contract/imports.ts';
import { REPORT_COLUMNS } from '#contract/lead-fields.ts';
import type { Row } from '#packages/tabular/tabular.ts';
import { csvRecord } from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { type ReportedFile, reportRows } from './record/report-reads.ts';
import { openUpload } from './rows/open-upload.ts';

/** A row of the report and the cells it had in the file; null where they are no longer known. */
interface ReportedCells {
  row: ReportRow;
  cells: readonly string[] | null;
}

/**
 * The report of an import as CSV (UTF-8 with a mark, RFC 4180), in chunks: what is wrong, then the columns of the file
 * as they stand in it, read anew beside the report. Of a file that is no longer there the cells at fault are given.
 * Holds a slice of the file and a page of the report at a time.
 * @throws FileProblem
 */
export async function* reportFile(
  scope: OrganizationScope,
  importId: string,
  file: ReportedFile,
): AsyncGenerator<Buffer> {
  // A mended report has these columns already: the new ones take their place.
  const shown = file.columns.flatMap((name, index) => (REPORT_COLUMNS.includes(name) ? [] : [index]));
  const header = [...REPORT_COLUMNS, ...shown.map((index) => file.columns[index] ?? '')];
  let text = `\uFEFF${csvRecord(header)}`;
  for await (const reported of reportedCells(scope, importId, file)) {
    for (const { row, cells } of reported) {
      const known = cells ?? cellsAtFault(row, file.columns);
      text += csvRecord([
        String(row.row),
        row.outcome,
        row.reason,
        ...shown.map((index) => known[index] ?? ''),
      ]);
    }
    if (text !== '') yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** The rows of the report with their cells, those of a slice of the file at a time. Both are in the order of the file. */
async function* reportedCells(
  scope: OrganizationScope,
  importId: string,
  file: ReportedFile,
): AsyncGenerator<ReportedCells[]> {
  const report = reportRows(scope, importId);
  let next = await report.next();
  if (file.size !== null && !next.done) {
    const table = await openUpload(scope, file);
    for await (const slice of table.batches()) {
      const found: ReportedCells[] = [];
      for (const { number, cells } of slice as readonly Row[]) {
        for (; !next.done && next.value.row <= number; next = await report.next()) {
          found.push({ row: next.value, cells: next.value.row === number ? cells : null });
        }
      }
      yield found;
      if (next.done) return;
      // Others are answered between two slices.
      await turn();
    }
  }
  for (; !next.done; next = await report.next()) yield [{ row: next.value, cells: null }];
}

/** The cells of a row that the report itself tells of. */
function cellsAtFault({ problems }: ReportRow, columns: readonly string[]): string[] {
  const values = new Map(problems.map(({ column, value }) => [column, value]));
  return columns.map((column) => values.get(column) ?? '');
}
