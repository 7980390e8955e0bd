import type { BulkOperation } from '#contract/bulk.ts';
import { listBulk } from '#contract/bulk.ts';
import { queryOf } from '../../../lib/query.ts';

/** Milliseconds between two looks while an operation runs. */
const LOOK_MS = 700;

/**
 * The latest operations of these kinds, read anew each time a screen opens, since they go on without the browser, and
 * again and again while one runs (or `busy`: one is about to).
 */
export function operationsQuery(kinds: readonly BulkOperation['action'][], busy: boolean) {
  const query = queryOf(listBulk, { query: { kinds: kinds.join(',') } });
  return {
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: BulkOperation[] | undefined } }) =>
      busy || state.data?.some(isRunning) ? LOOK_MS : (false as const),
  };
}

/** Whether an operation has not ended yet. */
export function isRunning({ status }: Pick<BulkOperation, 'status'>): boolean {
  return status === 'processing';
}
