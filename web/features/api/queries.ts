import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentTo } from '#contract/endpoint.ts';
import { type ApiToken, createToken, listTokens, revokeToken } from '#contract/tokens.ts';
import { callApi } from '../../lib/call-api.ts';
import { queryOf } from '../../lib/query.ts';
import { showFailure } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** Tokens of the organization, refetched on opening, because programs keep using them. */
export const tokensQuery = { ...queryOf(listTokens, {}), staleTime: 0 };

/** Creates a token, returned in full only once. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: SentTo<typeof createToken>['body']) => callApi(createToken, { body: token }),
    onSuccess: ({ fullToken: _, ...created }) => {
      client.setQueryData(tokensQuery.queryKey, (tokens) => tokens && [created, ...tokens]);
      toast({ title: 'API token created', description: created.name });
    },
    onError: () => showFailure('Error', 'Failed to create API token'),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ApiToken) => callApi(revokeToken, { params: { id } }),
    onSuccess: (_, revoked) => {
      client.setQueryData(tokensQuery.queryKey, (tokens) => tokens?.filter(({ id }) => id !== revoked.id));
      toast({ title: 'API token revoked', description: revoked.name });
    },
    onError: () => showFailure('Error', 'Failed to revoke token'),
  });
}
