import type { Sql } from 'sql-template-tag';
import type { ParsedBy } from '#contract/endpoint.ts';
import type { exportLeads, exportSelection } from '#contract/exports.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { ConsentedFilter } from '../../lead/conditions/asked.ts';
import { requiredConsents } from '../../lead/conditions/required-consent-reads.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { count as countLeads } from '../../lead/index/finder.ts';
import { orderBy } from '../../lead/order/sort-fields.ts';
import { ownerNames } from '../../lead/owners/owner-reads.ts';
import { renamedStatuses } from '../../lead/statuses/reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { groupedNumber } from '../../platform/message-text.ts';
import { type ExportFormat, exportFilename, MAX_XLSX_ROWS } from './export-file.ts';
import {
  consentedClause,
  countLeadRows,
  type ExportColumn,
  type ExportRows,
  exportColumns,
  presentClause,
  selectLeads,
} from './lead-rows-reads.ts';
import { withoutCustomersLists, withoutSuppressed } from './suppressed-reads.ts';

export interface ExportPlan extends ExportRows {
  format: ExportFormat;
  columns: ExportColumn[];
  /** Leads before the row limit. */
  total: number;
  /** People on a suppression list among them, who are left out. */
  suppressed: number;
  /** Leads left out for lack of a required consent; null if none is required. */
  noConsent: number | null;
  filename: string;
  /** For the audit entry. */
  details: Record<string, string | number>;
}

type FilteredExport = ParsedBy<typeof exportLeads>['query'];
type SelectedExport = ParsedBy<typeof exportSelection>['body'];

/** @throws HttpError invalid_input */
export async function planFiltered(
  tx: TenantTransaction,
  { limit, format, columns: chosen, sort, order, includeSuppressed, forCustomer, ...filter }: FilteredExport,
): Promise<ExportPlan> {
  const total = await countLeads(tx, filter);
  const isWhole = includeSuppressed === 'true';
  const marked = isWhole ? 0 : await countSuppressed(tx, filter, total);
  const clean: LeadFilter = marked === 0 ? filter : { ...filter, suppressed: 'false' };
  const required = await requiredConsents(tx);
  const consented: ConsentedFilter = { ...clean, consentedOn: required };
  const able = required.length === 0 || marked === total ? total - marked : await countLeads(tx, consented);
  const noConsent = required.length === 0 ? null : total - marked - able;
  const most = limit === 'all' ? able : Math.min(limit, able);
  checkRows(format, most);
  const listed = { sort, order };
  const found = await selectLeads(tx, consented, { ...listed, rows: most });
  const { leads, suppressed } =
    isWhole || forCustomer === undefined
      ? { leads: found, suppressed: 0 }
      : await withoutCustomersLists(tx, found, forCustomer);
  return {
    format,
    columns: await chosenColumns(tx, chosen),
    ...{ total, noConsent, suppressed: marked + suppressed },
    rows: most - suppressed,
    order: await orderBy(tx, listed),
    leads,
    filename: exportFilename(format, filter.phoneValid === 'invalid' ? 'invalid-phones' : 'leads-export'),
    details: {
      filter: filterText(filter),
      format,
      limit,
      ...choiceDetails(chosen, listed),
      ...suppressionDetails({ includeSuppressed, forCustomer, suppressed: marked + suppressed }),
      total,
      count: most - suppressed,
      ...(noConsent !== null && noConsent > 0 && { noConsent }),
    },
  };
}

/** @throws HttpError invalid_input */
export async function planSelected(
  tx: TenantTransaction,
  { selection, ...choice }: SelectedExport,
): Promise<ExportPlan> {
  if ('filter' in selection) return planFiltered(tx, { ...selection.filter, ...choice, limit: 'all' });
  const { format, columns: chosen, sort, order, includeSuppressed, forCustomer } = choice;
  const listed = { sort, order };
  const present = presentClause(tx, selection.ids);
  const total = await countLeadRows(tx, present);
  const clean =
    includeSuppressed === 'true'
      ? { leads: present, suppressed: 0 }
      : await withoutSuppressed(tx, present, forCustomer);
  const { suppressed } = clean;
  const { leads, rows, noConsent } = await consentedRows(tx, clean.leads, total - suppressed);
  const details = {
    ...{ selected: selection.ids.length, format, ...choiceDetails(chosen, listed), count: rows },
    ...suppressionDetails({ includeSuppressed, forCustomer, suppressed }),
    ...(noConsent !== null && noConsent > 0 && { noConsent }),
  };
  return {
    format,
    columns: await chosenColumns(tx, chosen),
    ...{ total, suppressed, rows, noConsent, leads, details },
    order: await orderBy(tx, listed),
    filename: exportFilename(format, 'leads-export'),
  };
}

/** A list that leaves out marked leads knows none. */
async function countSuppressed(tx: TenantTransaction, filter: LeadFilter, total: number): Promise<number> {
  if (filter.suppressed === 'true') return total;
  return filter.suppressed === 'false' ? 0 : countLeads(tx, { ...filter, suppressed: 'true' });
}

function suppressionDetails({
  includeSuppressed,
  forCustomer,
  suppressed,
}: Pick<FilteredExport, 'includeSuppressed' | 'forCustomer'> & { suppressed: number }): Record<
  string,
  string | number
> {
  return {
    ...(includeSuppressed === 'true' && { includeSuppressed }),
    ...(forCustomer !== undefined && { forCustomer }),
    ...(suppressed > 0 && { suppressed }),
  };
}

/** Leaves out the rows of `leads` without a required consent. */
export async function consentedRows(
  tx: TenantTransaction,
  leads: Sql,
  total: number,
): Promise<Pick<ExportPlan, 'leads' | 'rows' | 'noConsent'>> {
  const required = await requiredConsents(tx);
  if (required.length === 0) return { leads, rows: total, noConsent: null };
  const able = consentedClause(leads, required);
  const rows = await countLeadRows(tx, able);
  return { leads: able, rows, noConsent: total - rows };
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
