import { type ReactNode, Suspense } from 'react';
import { lazyPart, loadCode } from '../../lib/load-code.ts';

export const loadDrawer = () => loadCode(() => import('./drawer/lead-drawer.tsx'));

export const LazyLeadDrawer = lazyPart(async () => (await loadDrawer()).LeadDrawer);
export const LazyNewLeadDrawer = lazyPart(async () => (await import('./drawer/new-lead.tsx')).NewLeadDrawer);
export const LazyFilterPanel = lazyPart(async () => (await import('./filters/filter-panel.tsx')).FilterPanel);
export const LazySetFilters = lazyPart(async () => (await import('./filters/set-filters.tsx')).SetFilters);
export const LazyConditionBuilder = lazyPart(
  async () => (await import('./filters/condition-builder.tsx')).ConditionBuilder,
);
export const LazyCellMenu = lazyPart(async () => (await import('./filters/cell-menu.tsx')).CellMenu);
export const LazyColumnPanel = lazyPart(async () => (await import('./table/column-panel.tsx')).ColumnPanel);
export const LazyViewChanges = lazyPart(async () => (await import('./views/view-changes.tsx')).ViewChanges);
export const LazyViewsMenu = lazyPart(async () => (await import('./views/views-menu.tsx')).ViewsMenu);
export const LazyBulkDialog = lazyPart(async () => (await import('./bulk/bulk-dialog.tsx')).BulkDialog);
export const LazyLeadTaskDialog = lazyPart(
  async () => (await import('./export/lead-task.tsx')).LeadTaskDialog,
);
export const LazyExportFlow = lazyPart(async () => (await import('./export/export-flow.tsx')).ExportFlow);
export const LazyDuplicateList = lazyPart(
  async () => (await import('./duplicates/duplicate-list.tsx')).DuplicateList,
);
export const LazyTrashList = lazyPart(async () => (await import('./trash/trash-list.tsx')).TrashList);
export const LazyLeadCards = lazyPart(async () => (await import('./lead-cards.tsx')).LeadCards);
export const LazyNoLeads = lazyPart(async () => (await import('./no-leads.tsx')).NoLeads);

export const LazyCellTools = lazyPart(async () => (await import('./cells/cell-tools.tsx')).CellTools);

/** Shows `fallback` or nothing while a lazy part loads. */
export function LazyPart({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
