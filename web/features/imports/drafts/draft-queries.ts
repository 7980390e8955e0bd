import { queryOptions } from '@tanstack/react-query';
import { getDraft, listDrafts, type OpenedDraft } from '#contract/import-drafts.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient, queryOf } from '../../../lib/query.ts';
import { pendingSaves } from './draft-saver.ts';

/** Milliseconds for which a draft that was just created or saved is shown without asking the server again. */
const RECENT_MS = 2_000;

/** The drafts of the organization; refetched each time the list opens. */
export const draftsQuery = { ...queryOf(listDrafts, {}), staleTime: 0 };

/**
 * Returns the query of a draft with its plan and upload. Its key is its own: events about drafts refetch the list, not
 * the draft that is open.
 */
export function draftQuery(uploadId: string) {
  return queryOptions({
    queryKey: ['import-draft', uploadId] as const,
    queryFn: async ({ signal }) => {
      await pendingSaves(uploadId);
      return callApi(getDraft, { params: { id: uploadId } }, signal);
    },
    staleTime: RECENT_MS,
    refetchOnReconnect: false,
  });
}

/** Puts the current state of a draft into the cache, so that it opens at once. */
export function cacheDraft(draft: OpenedDraft): void {
  queryClient.setQueryData(draftQuery(draft.uploadId).queryKey, { state: 'open', ...draft });
}

/** Returns whether the cached state of a draft is its current one. */
export function isCachedDraftRecent(uploadId: string): boolean {
  const updatedAt = queryClient.getQueryState(draftQuery(uploadId).queryKey)?.dataUpdatedAt ?? 0;
  return Date.now() - updatedAt < RECENT_MS && pendingSaves(uploadId) === undefined;
}
