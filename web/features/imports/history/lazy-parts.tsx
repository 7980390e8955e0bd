import { lazy } from 'react';

/** Preloads the drawer's code. */
export const loadImportDrawer = () => import('./import-drawer.tsx');

export const LazyImportDrawer = lazy(async () => ({ default: (await loadImportDrawer()).ImportDrawer }));
export const LazyImportUndoDialog = lazy(async () => ({
  default: (await import('./import-undo-dialog.tsx')).ImportUndoDialog,
}));
