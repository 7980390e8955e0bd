import { lazy, type ReactNode, Suspense } from 'react';

/** Fetches the drawer's code ahead of its opening. */
export const loadDrawer = () => import('./drawer/lead-drawer.tsx');

/** The parts of the screen whose code is fetched when they are opened. */
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

/** Where such a part stands; nothing is shown in its place while its code comes. */
export function LazyPart({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}
