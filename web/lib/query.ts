import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint, SentTo } from '#contract/endpoint.ts';
import { callApi } from './call-api.ts';

/** Query client without automatic staleness, focus refetches or retries. */
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

/** Returns a read call's query, keyed [path, input], so that a path can be invalidated as a whole. */
export function queryOf<E extends Endpoint>(endpoint: E, input: SentTo<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => callApi(endpoint, input, signal),
  });
}
