import { setImmediate as turn } from 'node:timers/promises';
import type { ReportRow } from '#contract/imports.ts';
import { REPORT_COLUMNS } from '#contract/lead-fields.ts';
import type { Row } from '#packages/tabular/tabular.ts';
import { csvRecord } from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { GRAVEST_FIRST, type ReportedFile, reportRows } from './record/report-reads.ts';
import { openUnedited } from './rows/open-upload.ts';

/** A report row with its cells in the file; null where they are no longer available. */
interface ReportedCells {
  row: ReportRow;
  cells: readonly string[] | null;
}

/** Characters of a report that are grouped by reason: all but the largest reports are. */
const GROUPED_CHARACTERS = 8 * 1024 * 1024;

/** A row of the report as CSV. */
interface ReportLine {
  outcome: ReportRow['outcome'];
  reason: string;
  text: string;
}

/**
 * Yields the report of an import as CSV (UTF-8 with a byte order mark, RFC 4180) in chunks: first the problem columns,
 * then the columns of the file, which is read again alongside the report. If the file has been deleted, only the faulty
 * cells are included. Rows with the same reason follow each other, the gravest first, in file order; a report of more than
 * GROUPED_CHARACTERS is grouped in parts. Holds one part, one slice of the file and one page of the report in memory.
 * @throws FileProblem
 */
export async function* reportFile(
  scope: OrganizationScope,
  importId: string,
  file: ReportedFile,
): AsyncGenerator<Buffer> {
  // A corrected report already has these columns; the new ones replace them.
  const shown = file.columns.flatMap((name, index) => (REPORT_COLUMNS.includes(name) ? [] : [index]));
  const header = [...REPORT_COLUMNS, ...shown.map((index) => file.columns[index] ?? '')];
  // The header goes with the first rows, so that unreadable rows are an error.
  let head = `\uFEFF${csvRecord(header)}`;
  let lines: ReportLine[] = [];
  let characters = 0;
  for await (const reported of reportedCells(scope, importId, file)) {
    for (const { row, cells } of reported) {
      const known = cells ?? cellsAtFault(row, file.columns);
      const text = csvRecord([
        String(row.row),
        outcomeWord(row.outcome),
        reasonWithLead(row),
        valuesOf(row),
        ...shown.map((index) => known[index] ?? ''),
      ]);
      // A duplicate's reason names the row that it repeats.
      const reason = row.outcome === 'duplicate' ? '' : row.reason;
      lines.push({ outcome: row.outcome, reason, text });
      characters += text.length;
    }
    if (characters < GROUPED_CHARACTERS) continue;
    yield Buffer.from(head + grouped(lines));
    head = '';
    lines = [];
    characters = 0;
  }
  if (head !== '' || lines.length > 0) yield Buffer.from(head + grouped(lines));
}

/** Puts lines with the same outcome and reason together, the gravest and then the most frequent first. */
function grouped(lines: readonly ReportLine[]): string {
  const groups = Map.groupBy(lines, ({ outcome, reason }) => `${outcome} ${reason}`);
  const rank = ([line]: ReportLine[]) => GRAVEST_FIRST.indexOf(line?.outcome ?? 'fixed');
  return [...groups.values()]
    .toSorted((one, other) => rank(one) - rank(other) || other.length - one.length)
    .flatMap((group) => group.map(({ text }) => text))
    .join('');
}

/** Returns the values at fault, each once; those of edits are in their cells. */
function valuesOf({ problems }: ReportRow): string {
  const values = problems.flatMap(({ code, value }) => (code === 'fixed' || value === '' ? [] : value));
  return [...new Set(values)].join('; ');
}

function outcomeWord(outcome: ReportRow['outcome']): string {
  return outcome === 'fixed' ? 'edited' : outcome;
}

/** Returns the reason of a row, followed by the lead that it repeats. */
function reasonWithLead({ reason, repeatsLead }: ReportRow): string {
  return repeatsLead === null ? reason : `${reason} (lead ${repeatsLead})`;
}

/** Yields the report rows with their cells, one slice of the file at a time. Both are in file order. */
async function* reportedCells(
  scope: OrganizationScope,
  importId: string,
  file: ReportedFile,
): AsyncGenerator<ReportedCells[]> {
  const report = reportRows(scope, importId);
  let next = await report.next();
  if (file.size !== null && !next.done) {
    // Without the edits of today: those of the import are in its report. Without tools and value maps, which the saved mapping
    // applies again when the fixed rows are imported.
    const plan = { ...file.plan, columnTools: [], valueMaps: {} };
    const table = await openUnedited(scope, { ...file, plan });
    const places = new Map(file.columns.map((column, index) => [column, index]));
    for await (const slice of table.batches()) {
      const found: ReportedCells[] = [];
      for (const { number, cells } of slice as readonly Row[]) {
        for (; !next.done && next.value.row <= number; next = await report.next()) {
          found.push({
            row: next.value,
            cells: next.value.row === number ? editedCells(next.value, cells, places) : null,
          });
        }
      }
      yield found;
      if (next.done) return;
      // Gives other requests a turn between two slices.
      await turn();
    }
  }
  for (; !next.done; next = await report.next()) yield [{ row: next.value, cells: null }];
}

/** Returns the cells of a row that the report itself contains. */
function cellsAtFault({ problems }: ReportRow, columns: readonly string[]): string[] {
  const values = new Map(problems.map(({ column, value }) => [column, value]));
  return columns.map((column) => values.get(column) ?? '');
}

/** Returns the cells of a row with the edits that the import found. */
function editedCells(
  { problems }: ReportRow,
  inFile: readonly string[],
  places: ReadonlyMap<string, number>,
): readonly string[] {
  const cells = [...inFile];
  for (const { code, column, value } of problems) {
    const place = code === 'fixed' && column !== null ? places.get(column) : undefined;
    if (place !== undefined) cells[place] = value;
  }
  return cells;
}
