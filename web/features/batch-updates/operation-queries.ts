import type { BulkOperation } from '#contract/bulk.ts';
import { listBulk } from '#contract/bulk.ts';
import { isPassing } from '../../lib/api-error.ts';
import { queryOf } from '../../lib/query.ts';

const POLL_MS = 700;

/** Query of the latest operations, refetched on opening and polled while one runs or is about to (`busy`), or the server is away. */
export function operationsQuery(kinds: readonly BulkOperation['action'][], busy: boolean) {
  const query = queryOf(listBulk, { query: { kinds: kinds.join(',') } });
  return {
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: BulkOperation[] | undefined; error: unknown } }) =>
      busy || isAway(state.error) || state.data?.some(isOperationRunning) ? POLL_MS : (false as const),
  };
}

function isAway(error: unknown): boolean {
  return error !== null && isPassing(error);
}

export function isOperationRunning({ status }: Pick<BulkOperation, 'status'>): boolean {
  return status === 'processing';
}
