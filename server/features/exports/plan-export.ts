import type { ParsedBy } from '#contract/endpoint.ts';
import type { exportLeads, exportSelection } from '#contract/exports.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { count as countLeads } from '../../lead/index/finder.ts';
import { orderBy } from '../../lead/order/sort-fields.ts';
import { ownerNames } from '../../lead/owners/owner-reads.ts';
import { renamedStatuses } from '../../lead/statuses/stat-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { groupedNumber } from '../../platform/message-text.ts';
import { type ExportFormat, exportFilename, MAX_XLSX_ROWS } from './export-file.ts';
import {
  countLeadRows,
  type ExportColumn,
  type ExportRows,
  exportColumns,
  presentClause,
  selectLeads,
} from './lead-rows-reads.ts';

export interface ExportPlan extends ExportRows {
  format: ExportFormat;
  columns: ExportColumn[];
  /** Leads before the row limit. */
  total: number;
  filename: string;
  /** For the audit entry. */
  details: Record<string, string | number>;
}

type FilteredExport = ParsedBy<typeof exportLeads>['query'];
type SelectedExport = ParsedBy<typeof exportSelection>['body'];

/** @throws HttpError invalid_input */
export async function planFiltered(
  tx: TenantTransaction,
  { limit, format, columns: chosen, sort, order, ...filter }: FilteredExport,
): Promise<ExportPlan> {
  const total = await countLeads(tx, filter);
  const rows = limit === 'all' ? total : Math.min(limit, total);
  checkRows(format, rows);
  const listed = { sort, order };
  return {
    format,
    columns: await chosenColumns(tx, chosen),
    total,
    rows,
    order: await orderBy(tx, listed),
    leads: await selectLeads(tx, filter, { ...listed, rows }),
    filename: exportFilename(format, filter.phoneValid === 'invalid' ? 'invalid-phones' : 'leads-export'),
    details: {
      filter: filterText(filter),
      format,
      limit,
      ...choiceDetails(chosen, listed),
      total,
      count: rows,
    },
  };
}

/** @throws HttpError invalid_input */
export async function planSelected(
  tx: TenantTransaction,
  { selection, ...choice }: SelectedExport,
): Promise<ExportPlan> {
  if ('filter' in selection) return planFiltered(tx, { ...selection.filter, ...choice, limit: 'all' });
  const { format, columns: chosen, sort, order } = choice;
  const listed = { sort, order };
  const leads = presentClause(tx, selection.ids);
  const total = await countLeadRows(tx, leads);
  const details = { selected: selection.ids.length, format, ...choiceDetails(chosen, listed), count: total };
  return {
    format,
    columns: await chosenColumns(tx, chosen),
    ...{ total, rows: total, leads, details },
    order: await orderBy(tx, listed),
    filename: exportFilename(format, 'leads-export'),
  };
}

/**
 * All by default.
 * @throws HttpError invalid_input for an unknown custom field
 */
export async function chosenColumns(
  tx: TenantTransaction,
  chosen: readonly string[] | undefined,
): Promise<ExportColumn[]> {
  const { columns, missing } = await findExportColumns(tx, chosen);
  if (missing === undefined) return columns;
  const message = `columns: There is no column named ${missing.slice(0, 100)}`;
  throw new HttpError('invalid_input', message, { field: 'columns' });
}

/** Returns existing columns in the chosen order, and the first missing one. */
export async function findExportColumns(
  tx: TenantTransaction,
  chosen: readonly string[] | undefined,
): Promise<{ columns: ExportColumn[]; missing: string | undefined }> {
  const all = exportColumns(await loadCustomFields(tx), {
    statuses: await renamedStatuses(tx),
    owners: await ownerNames(tx),
  });
  if (chosen === undefined) return { columns: all, missing: undefined };
  const byField = new Map(all.map((column) => [column.field, column]));
  return {
    columns: chosen.flatMap((field) => byField.get(field) ?? []),
    missing: chosen.find((field) => !byField.has(field)),
  };
}

/**
 * Refuses workbooks that no spreadsheet program opens.
 * @throws HttpError invalid_input
 */
export function checkRows(format: ExportFormat, rows: number): void {
  if (format !== 'xlsx' || rows <= MAX_XLSX_ROWS) return;
  const message = `format: An Excel file can hold at most ${groupedNumber(MAX_XLSX_ROWS)} leads. Export as CSV instead.`;
  throw new HttpError('invalid_input', message, { field: 'format' });
}

function filterText(filter: LeadFilter): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
  );
}

/** Details of choices other than the defaults. */
export function choiceDetails(
  columns: readonly string[] | undefined,
  { sort, order = 'asc' }: LeadSort,
): Record<string, string> {
  return {
    ...(columns !== undefined && { columns: columns.join(', ') }),
    ...(sort !== undefined && { sort: `${sort} ${order}` }),
  };
}
