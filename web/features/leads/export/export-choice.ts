import type { LeadSelection } from '#contract/bulk.ts';
import type { EXPORT_LIMITS } from '#contract/exports.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';

export type ExportLimit = (typeof EXPORT_LIMITS)[number];

/** Leads to export: the matches of a filter, or of these the selected ones; and the order of their list. */
export interface ExportSource {
  filter: LeadFilter;
  sort: LeadSort;
  selection?: SelectedLeads;
}

/** Leads selected in the list. */
export interface SelectedLeads {
  target: LeadSelection;
  /** Null while it isn't known. */
  count: number | null;
}

/** Choices in the export dialog. */
export interface ExportChoice {
  limit: ExportLimit;
  format: 'csv' | 'xlsx';
  /** Columns in their order; null for all. */
  columns: readonly string[] | null;
}

export const DEFAULT_CHOICE: ExportChoice = { limit: '1000', format: 'csv', columns: null };

/** Describes the leads of an export and their order. */
export function describeSource({ selection, sort }: ExportSource): string {
  const order = sort.sort === undefined ? 'newest first' : 'in the order of the list';
  if (selection === undefined) return `The leads that match your search and filters, ${order}.`;
  const leads = selection.count === null ? 'All' : formatNumber(selection.count);
  return `${leads} selected ${selection.count === 1 ? 'lead' : 'leads'}, ${order}.`;
}

/** Describes how many of the matching leads the file will contain, and how many are left out. */
export function exportContent(limit: ExportLimit, matching: number, sorted = false): string {
  const held = limit === 'all' ? matching : Math.min(Number(limit), matching);
  const share = `${formatNumber(held)} of ${formatCount(matching, 'matching lead')}`;
  const left = matching - held;
  return left === 0
    ? `${share}.`
    : `${share}; the ${sorted ? 'last' : 'oldest'} ${formatNumber(left)} are left out.`;
}
