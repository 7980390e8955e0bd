import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint, SentTo } from '#contract/endpoint.ts';
import { callApi } from './call-api.ts';

/**
 * Query client for which cached data never becomes stale by itself, focus refetches nothing, and failures
 * aren't retried.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
    },
    mutations: { retry: false },
  },
});

/**
 * Returns the query of a reading call. Its key is [path, input], so `invalidateQueries({ queryKey:
 * [endpoint.path] })` refreshes every query of that path.
 */
export function queryOf<E extends Endpoint>(endpoint: E, input: SentTo<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => callApi(endpoint, input, signal),
  });
}
