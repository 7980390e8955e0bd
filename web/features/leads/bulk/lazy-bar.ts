import { lazy } from 'react';
import { serverReach } from '../../../lib/server-reach.ts';

/** Loads the code of the bulk bar, as soon as the server can be reached. */
export async function loadBulkBar() {
  await serverReach.whenReachable();
  return import('./bulk-bar.tsx');
}

/** The bulk bar, whose code loads with the first selection. */
export const LazyBulkBar = lazy(async () => ({ default: (await loadBulkBar()).BulkBar }));
