import { lazy } from 'react';

/** Preloads the code of the drawer. */
export const loadImportDrawer = () => import('./import-drawer.tsx');

/** Parts of the history whose code loads when they open. */
export const ImportDrawer = lazy(async () => ({ default: (await loadImportDrawer()).ImportDrawer }));
export const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }));
