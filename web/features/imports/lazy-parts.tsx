import { lazy } from 'react';

/** Fetches the drawer's code ahead of its opening. */
export const loadImportDrawer = () => import('./import-drawer.tsx');

/** The parts of the history whose code is fetched when they are opened. */
export const ImportDrawer = lazy(async () => ({ default: (await loadImportDrawer()).ImportDrawer }));
export const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }));
