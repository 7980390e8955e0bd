import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { type UnchangedRow, unchangedRows } from './rows/reads.ts';

const HEADERS = ['Row', 'Identifier', 'Value', 'Outcome', 'Message'];
/** Rows per query. No connection is held while the client reads. */
const PAGE_ROWS = 5_000;

/** Yields the rows of an operation that changed nothing as CSV (RFC 4180), guarded against formulas in spreadsheets. */
export async function* reportLines(
  scope: OrganizationScope,
  operationId: string,
): AsyncGenerator<Buffer | string> {
  yield csvHeader(HEADERS);
  for (let after = -1; ; ) {
    const rows = await scope.transaction((tx) => unchangedRows(tx, operationId, after, PAGE_ROWS));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(reportLine).join('');
    if (rows.length < PAGE_ROWS) return;
    after = last.rowNumber;
  }
}

function reportLine({ rowNumber, identifier, value, outcome, message }: UnchangedRow): string {
  const word = outcome === null ? 'not processed' : outcome.replace('_', ' ');
  return csvRecord([String(rowNumber), identifier, value ?? '', word, message ?? '']);
}
