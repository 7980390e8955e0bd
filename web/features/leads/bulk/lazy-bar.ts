import { lazy } from 'react';
import { serverReach } from '../../../lib/server-reach.ts';

/** Loads the bulk bar's code once the server is reachable. */
export async function loadBulkBar() {
  await serverReach.whenReachable();
  return import('./bulk-bar.tsx');
}

/** Bulk bar, loaded with the first selection. */
export const LazyBulkBar = lazy(async () => ({ default: (await loadBulkBar()).BulkBar }));
