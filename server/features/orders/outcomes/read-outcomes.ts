import { OUTCOME_ROWS_MAX } from '#contract/outcomes.ts';
import {
  type ByteSource,
  detectHeaderRow,
  filledRows,
  nameColumns,
  openRecords,
  type Row,
} from '#packages/tabular/tabular.ts';
import { autoMap } from '../../../lead/mapping/auto-map.ts';
import { isColumnName } from '../../../lead/mapping/column-names.ts';
import { squash } from '../../../lead/mapping/header-words.ts';
import { HttpError } from '../../../platform/errors.ts';

/** Names of the columns that files of outcomes have of their own. */
const NAMES = {
  deliveryId: ['deliveryid', 'delivery', 'webhookid'],
  leadId: ['leadid', 'id'],
  outcome: ['outcome', 'result', 'disposition', 'status'],
  reason: ['reason', 'rejectionreason', 'rejectreason', 'returnreason', 'comment'],
  revenue: ['revenue', 'amount', 'value'],
} as const;
const MAPPED = ['email', 'phone', 'country'] as const;

type Column = keyof typeof NAMES | (typeof MAPPED)[number];

/** A row of a file; cells that it lacks are empty. */
export type OutcomeLine = Record<Column, string> & { row: number };

const OWN_NAMES: ReadonlySet<string> = new Set(Object.values(NAMES).flat());
const MAX_TEXT_CHARACTERS = 1_000;

/**
 * Reads a CSV, XLSX or XLS file.
 * @throws FileProblem when the file is unreadable, HttpError invalid_input without the columns or rows, too_large
 */
export async function readOutcomes(source: ByteSource, filename: string): Promise<OutcomeLine[]> {
  const rows: Row[] = [];
  for await (const batch of filledRows(await openRecords(source, { filename }))) {
    rows.push(...batch);
    // Titles and the header aren't counted.
    if (rows.length > OUTCOME_ROWS_MAX + 20) throw tooManyRows();
  }
  const header = detectHeaderRow(rows, (text) => isColumnName(text) || OWN_NAMES.has(squash(text)));
  const names = rows.find(({ number }) => number === header)?.cells ?? [];
  const columns = columnsOf(names);
  const lines = rows.filter(({ number }) => number > header).map((row) => lineOf(row, columns));
  if (lines.length === 0) throw invalidFile('The file has no rows below its header');
  if (lines.length > OUTCOME_ROWS_MAX) throw tooManyRows();
  return lines;
}

/** @throws HttpError invalid_input for a column that is missing */
function columnsOf(header: readonly string[]): Map<Column, number> {
  const squashed = header.map(squash);
  const columns = new Map<Column, number>();
  for (const [column, names] of Object.entries(NAMES)) {
    const at = names.map((name) => squashed.indexOf(name)).find((index) => index !== -1);
    if (at !== undefined) columns.set(column as Column, at);
  }
  const titles = nameColumns(header, header.length);
  const { mapping } = autoMap(titles, []);
  for (const field of MAPPED) {
    const at = titles.findIndex((title) => mapping[title] === field);
    if (at !== -1) columns.set(field, at);
  }
  if (!columns.has('outcome')) throw invalidFile('The file has no column named Outcome');
  if (!(['deliveryId', 'leadId', 'email', 'phone'] as const).some((one) => columns.has(one))) {
    throw invalidFile('The file has no column named Lead ID, Delivery ID, Email or Phone');
  }
  return columns;
}

function lineOf({ number, cells }: Row, columns: ReadonlyMap<Column, number>): OutcomeLine {
  const cell = (column: Column): string =>
    (cells[columns.get(column) ?? -1] ?? '')
      .trim()
      .slice(0, MAX_TEXT_CHARACTERS)
      .replaceAll('\0', '')
      .toWellFormed();
  return {
    row: number,
    ...{ deliveryId: cell('deliveryId'), leadId: cell('leadId'), email: cell('email'), phone: cell('phone') },
    ...{
      country: cell('country'),
      outcome: cell('outcome'),
      reason: cell('reason'),
      revenue: cell('revenue'),
    },
  };
}

function invalidFile(message: string): HttpError {
  return new HttpError('invalid_input', message, { field: 'file' });
}

function tooManyRows(): HttpError {
  const most = OUTCOME_ROWS_MAX.toLocaleString('en');
  return new HttpError('too_large', `The file has more than ${most} rows. Split it and send the parts.`, {
    field: 'file',
  });
}
