import { lazy } from 'react';

/** Fetches the bulk bar's code ahead of the first selection. */
export const loadBulkBar = () => import('./bulk-bar.tsx');

/** The bulk bar; its code is fetched when something is selected. */
export const BulkBar = lazy(async () => ({ default: (await loadBulkBar()).BulkBar }));
