import type { LeadSelection } from '#contract/bulk.ts';
import type { EXPORT_LIMITS } from '#contract/exports.ts';
import { customTarget, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';

export type ExportLimit = (typeof EXPORT_LIMITS)[number];

/** Leads to export: a filter's matches or a selection of them, in list order. */
export interface ExportSource {
  filter: LeadFilter;
  sort: LeadSort;
  selection?: SelectedLeads;
}

export interface SelectedLeads {
  target: LeadSelection;
  /** Null until known. */
  count: number | null;
}

export interface ExportChoice {
  limit: ExportLimit;
  format: 'csv' | 'xlsx';
  /** In order; null for all. */
  columns: readonly string[] | null;
  /** Administrators only. */
  includeSuppressed?: boolean;
}

export const DEFAULT_CHOICE: ExportChoice = { limit: '1000', format: 'csv', columns: null };

export function describeSource({ selection, sort }: ExportSource): string {
  const order = sort.sort === undefined ? 'newest first' : 'in the order of the list';
  if (selection === undefined) return `The leads that match your search and filters, ${order}.`;
  const leads = selection.count === null ? 'All' : formatNumber(selection.count);
  return `${leads} selected ${selection.count === 1 ? 'lead' : 'leads'}, ${order}.`;
}

/** Describes how many matching leads are included and, but for those without consent, left out. */
export function exportContent(
  limit: ExportLimit,
  matching: number,
  { sorted = false, noConsent = 0 } = {},
): string {
  const able = Math.max(matching - noConsent, 0);
  const held = limit === 'all' ? able : Math.min(Number(limit), able);
  const share = `${formatNumber(held)} of ${formatCount(matching, 'matching lead')}`;
  const left = able - held;
  return left === 0
    ? `${share}.`
    : `${share}; the ${sorted ? 'last' : 'oldest'} ${formatNumber(left)} are left out.`;
}

export interface ColumnOption {
  field: string;
  label: string;
}

/** Returns every column in file order: lead fields, then custom fields. */
export function allExportColumns(customFields: readonly { name: string; label?: string }[]): ColumnOption[] {
  return [
    ...LEAD_FIELDS.map(({ key, label }) => ({ field: key, label })),
    ...customFields.map(({ name, label = name }) => ({ field: customTarget(name), label })),
  ];
}

/** Returns the existing chosen columns; all without a choice. */
export function includedColumns(
  all: readonly ColumnOption[],
  chosen: readonly string[] | null,
): readonly ColumnOption[] {
  if (chosen === null) return all;
  const known = chosen.flatMap((field) => all.find((column) => column.field === field) ?? []);
  return known.length === 0 ? all : known;
}

/** Returns the fields to send; null for all in standard order. */
export function chosenFields(
  all: readonly ColumnOption[],
  included: readonly ColumnOption[],
): readonly string[] | null {
  const isUsual =
    included.length === all.length && included.every(({ field }, at) => field === all[at]?.field);
  return isUsual ? null : included.map(({ field }) => field);
}

export function moved(columns: readonly ColumnOption[], at: number, by: -1 | 1): readonly ColumnOption[] {
  const column = columns[at];
  if (column === undefined) return columns;
  return columns.toSpliced(at, 1).toSpliced(at + by, 0, column);
}

const keyOf = (userId: string) => `export-columns:${userId}`;

/** Returns the columns of the user's last export in this browser; null for all. */
export function savedColumns(userId: string): readonly string[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return Array.isArray(stored) && stored.every((field) => typeof field === 'string') ? stored : null;
  } catch {
    return null;
  }
}

export function saveColumns(userId: string, columns: readonly string[] | null): void {
  try {
    if (columns === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(columns));
  } catch {
    // Without storage, the next export starts with all columns.
  }
}
