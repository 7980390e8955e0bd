import { lazy, type ReactNode, Suspense } from 'react';

/** Preloads the code of the drawer. */
export const loadDrawer = () => import('./drawer/lead-drawer.tsx');

/** Parts of the screen whose code loads when they open. */
export const LeadDrawer = lazy(async () => ({ default: (await loadDrawer()).LeadDrawer }));
export const NewLeadDrawer = lazy(async () => ({
  default: (await import('./drawer/new-lead.tsx')).NewLeadDrawer,
}));
export const FilterPanel = lazy(async () => ({
  default: (await import('./filters/filter-panel.tsx')).FilterPanel,
}));
export const ColumnPanel = lazy(async () => ({
  default: (await import('./table/column-panel.tsx')).ColumnPanel,
}));
export const ViewsMenu = lazy(async () => ({ default: (await import('./views/views-menu.tsx')).ViewsMenu }));
export const BulkDialog = lazy(async () => ({
  default: (await import('./bulk/bulk-dialog.tsx')).BulkDialog,
}));
export const LeadTaskDialog = lazy(async () => ({
  default: (await import('./export/lead-task.tsx')).LeadTaskDialog,
}));
export const DuplicatePairs = lazy(async () => ({
  default: (await import('./duplicates/duplicate-pairs.tsx')).DuplicatePairs,
}));

/** Wraps a lazy part; shows nothing while its code loads. */
export function LazyPart({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}
