import { queryOptions } from '@tanstack/react-query';
import { getDraft, listDrafts, type OpenedDraft } from '#contract/import-drafts.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient, queryOf } from '../../../lib/query.ts';
import { pendingSaves } from './draft-saver.ts';

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
    refetchOnReconnect: false,
  });
}

const handedOver = new Set<string>();

/** Hands a new draft over to the screen that opens it next, which then needn't fetch it. */
export function handOverDraft(draft: OpenedDraft): void {
  queryClient.setQueryData(draftQuery(draft.uploadId).queryKey, { state: 'open', ...draft });
  handedOver.add(draft.uploadId);
}

/** Returns whether a draft was handed over and hasn't been opened since. */
export function isHandedOver(uploadId: string): boolean {
  return handedOver.has(uploadId);
}

/** Marks a draft as opened: from now on, its cached state may be outdated. */
export function markDraftOpened(uploadId: string): void {
  handedOver.delete(uploadId);
}
