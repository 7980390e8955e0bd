import { queryOptions } from '@tanstack/react-query';
import { getDraft, listDrafts, type OpenedDraft } from '#contract/import-drafts.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient, queryOf } from '../../../lib/query.ts';
import { pendingSaves } from './draft-saver.ts';

/** Milliseconds for which a draft that was just created or fetched is shown without asking the server again. */
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

/** Marks the cached state of a draft as outdated, because it's open and will be changed. */
export function outdateCachedDraft(uploadId: string): void {
  void queryClient.invalidateQueries({ queryKey: draftQuery(uploadId).queryKey, refetchType: 'none' });
}

/** Returns whether the cached state of a draft is its current one. */
export function isCachedDraftRecent(uploadId: string): boolean {
  const cached = queryClient.getQueryState(draftQuery(uploadId).queryKey);
  return cached !== undefined && !cached.isInvalidated && Date.now() - cached.dataUpdatedAt < RECENT_MS;
}
