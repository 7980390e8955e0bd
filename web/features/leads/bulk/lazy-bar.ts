import { lazy } from 'react';

/** Preloads the code of the bulk bar before the first selection. */
export const loadBulkBar = () => import('./bulk-bar.tsx');

/** The bulk bar, whose code loads with the first selection. */
export const LazyBulkBar = lazy(async () => ({ default: (await loadBulkBar()).BulkBar }));
