import type { LeadSelection } from '#contract/bulk.ts';
import type { EXPORT_LIMITS } from '#contract/exports.ts';
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

/** Describes the exported leads and their order. */
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
