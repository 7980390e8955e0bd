import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint, SentTo } from '#contract/endpoint.ts';
import { call } from './call.ts';

/** Cached data is never stale by itself, nothing is fetched again on focus, nothing is tried twice. */
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
 * The query of a reading call. Its key is [path, input], so `invalidateQueries({ queryKey: [endpoint.path] })`
 * refreshes every reading of that path.
 */
export function queryOf<E extends Endpoint>(endpoint: E, input: SentTo<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, signal),
  });
}
