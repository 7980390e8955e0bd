import { csvHeader, csvRecord } from '#packages/tabular/tabular.ts';
import { type ReportedRow, reportedRows } from '../../lead/operations/reads.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';

const HEADERS = ['Row', 'Identifier', 'Value', 'Outcome', 'Message'];
/** Rows per query. No connection is held while the client reads. */
const PAGE_ROWS = 5_000;

/** Outcomes that need attention come first; rows that changed a lead are left out. */
const REPORTED: readonly ReportedRow['outcome'][] = [
  ...(['not_found', 'invalid', 'ambiguous', 'conflict', 'suppressed', 'no_consent', 'refused'] as const),
  ...(['already_sold', 'repeated', 'unchanged'] as const),
  null,
];

/** CSV (RFC 4180) by outcome, guarded against formulas. */
export async function* reportLines(
  scope: OrganizationScope,
  operationId: string,
): AsyncGenerator<Buffer | string> {
  for (const outcome of REPORTED) {
    for (let after: number | undefined = -1; after !== undefined; ) {
      const from: number = after;
      const rows = await scope.transaction((tx) => reportedRows(tx, operationId, outcome, from, PAGE_ROWS));
      // The header goes with the first rows, so that unreadable rows are an error.
      if (outcome === REPORTED[0] && from === -1) yield csvHeader(HEADERS);
      if (rows.length > 0) yield rows.map(reportLine).join('');
      after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.rowNumber;
    }
  }
}

function reportLine({ rowNumber, identifier, value, outcome, message }: ReportedRow): string {
  const word = outcome === null ? 'not processed' : outcome.replace('_', ' ');
  return csvRecord([String(rowNumber), identifier, value ?? '', word, message ?? '']);
}
