import { queryOptions } from '@tanstack/react-query';
import { getDraft, listDrafts, type OpenedDraft } from '#contract/import-drafts.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient, queryOf } from '../../../lib/query.ts';
import { pendingSaves } from './draft-saver.ts';

/** Drafts of the organization, refetched whenever the list opens. */
export const draftsQuery = { ...queryOf(listDrafts, {}), staleTime: 0 };

/** Query of a draft with plan and upload; its own key keeps draft events from refetching the open draft. */
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

/** Caches a new draft for the screen that opens it next. */
export function handOverDraft(draft: OpenedDraft): void {
  queryClient.setQueryData(draftQuery(draft.uploadId).queryKey, { state: 'open', ...draft });
  handedOver.add(draft.uploadId);
}

/** Returns whether a handed-over draft is still unopened. */
export function isHandedOver(uploadId: string): boolean {
  return handedOver.has(uploadId);
}

/** Marks a draft as opened; its cached state may be outdated from now on. */
export function markDraftOpened(uploadId: string): void {
  handedOver.delete(uploadId);
}
