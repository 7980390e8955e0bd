import type { BulkOperation } from '#contract/bulk.ts';
import { listBulk } from '#contract/bulk.ts';
import { queryOf } from '../../../lib/query.ts';

/** Polling interval in milliseconds while an operation runs. */
const POLL_MS = 700;

/**
 * Returns the query of the latest operations of these kinds; refetched each time a screen opens, because
 * operations continue without the browser, and polled while one runs or is about to (`busy`).
 */
export function operationsQuery(kinds: readonly BulkOperation['action'][], busy: boolean) {
  const query = queryOf(listBulk, { query: { kinds: kinds.join(',') } });
  return {
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: BulkOperation[] | undefined } }) =>
      busy || state.data?.some(isOperationRunning) ? POLL_MS : (false as const),
  };
}

/** Returns true if an operation hasn't ended. */
export function isOperationRunning({ status }: Pick<BulkOperation, 'status'>): boolean {
  return status === 'processing';
}
