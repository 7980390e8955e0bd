import { lazy, type ReactNode, Suspense } from 'react';
import { serverReach } from '../../lib/server-reach.ts';

/** Loads the code of the drawer, as soon as the server can be reached. */
export async function loadDrawer() {
  await serverReach.whenReachable();
  return import('./drawer/lead-drawer.tsx');
}

/** Parts of the screen whose code loads when they open. */
export const LazyLeadDrawer = lazy(async () => ({ default: (await loadDrawer()).LeadDrawer }));
export const LazyNewLeadDrawer = lazy(async () => ({
  default: (await import('./drawer/new-lead.tsx')).NewLeadDrawer,
}));
export const LazyFilterPanel = lazy(async () => ({
  default: (await import('./filters/filter-panel.tsx')).FilterPanel,
}));
export const LazySetFilters = lazy(async () => ({
  default: (await import('./filters/set-filters.tsx')).SetFilters,
}));
export const LazyConditionBuilder = lazy(async () => ({
  default: (await import('./filters/condition-builder.tsx')).ConditionBuilder,
}));
export const LazyCellMenu = lazy(async () => ({
  default: (await import('./filters/cell-menu.tsx')).CellMenu,
}));
export const LazyColumnPanel = lazy(async () => ({
  default: (await import('./table/column-panel.tsx')).ColumnPanel,
}));
export const LazyViewsMenu = lazy(async () => ({
  default: (await import('./views/views-menu.tsx')).ViewsMenu,
}));
export const LazyBulkDialog = lazy(async () => ({
  default: (await import('./bulk/bulk-dialog.tsx')).BulkDialog,
}));
export const LazyLeadTaskDialog = lazy(async () => ({
  default: (await import('./export/lead-task.tsx')).LeadTaskDialog,
}));
export const LazyDuplicatePairList = lazy(async () => ({
  default: (await import('./duplicates/duplicate-pair-list.tsx')).DuplicatePairList,
}));
export const LazyLeadCards = lazy(async () => ({
  default: (await import('./lead-cards.tsx')).LeadCards,
}));
export const LazyNoLeads = lazy(async () => ({ default: (await import('./no-leads.tsx')).NoLeads }));

export const LazyCellTools = lazy(async () => ({
  default: (await import('./cells/cell-tools.tsx')).CellTools,
}));

/** Wraps a lazy part; shows nothing while its code loads. */
export function LazyPart({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}
