import { lazy } from 'react';

/** Preloads the code of the drawer. */
export const loadImportDrawer = () => import('./import-drawer.tsx');

/** Parts of the history whose code loads when they open. */
export const LazyImportDrawer = lazy(async () => ({ default: (await loadImportDrawer()).ImportDrawer }));
export const LazyImportUndoDialog = lazy(async () => ({
  default: (await import('./import-undo-dialog.tsx')).ImportUndoDialog,
}));
