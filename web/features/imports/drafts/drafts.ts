import { queryOptions } from '@tanstack/react-query';
import {
  createDraft,
  discardDraft,
  getDraft,
  listDrafts,
  type OpenedDraft,
  restoreDraft,
  type SavedDraft,
} from '#contract/import-drafts.ts';
import type { Upload } from '#contract/uploads.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient, queryOf } from '../../../lib/query.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { toast } from '../../../ui/toast-store.ts';
import { draftPlan } from '../plan/draft.ts';
import { firstDraft } from '../plan/saved-mapping.ts';
import { pendingSaves } from './draft-saver.ts';

const UNREACHED = 'Check your connection and try again.';

/** Saves an upload as a draft with its first mapping; it opens at `step`. */
export async function draftUpload(
  upload: Upload,
  step: SavedDraft['step'],
  signal: AbortSignal,
): Promise<OpenedDraft> {
  const plan = draftPlan(firstDraft(upload));
  const body = { uploadId: upload.uploadId, plan, step };
  const draft = { ...(await callApi(createDraft, { body }, signal)), plan, upload };
  handOverDraft(draft);
  refetchDrafts();
  return draft;
}

export async function discardWithUndo(
  { uploadId, filename }: Pick<SavedDraft, 'uploadId' | 'filename'>,
  onRestored?: (draft: OpenedDraft) => void,
): Promise<void> {
  try {
    await callApi(discardDraft, { params: { id: uploadId } });
  } catch (error) {
    showReason(error, "Couldn't discard the draft", UNREACHED);
    refetchDrafts();
    return;
  }
  refetchDrafts();
  toast({
    title: 'Draft discarded',
    description: filename,
    action: { label: 'Undo', onAction: () => void restore(uploadId, onRestored) },
  });
}

async function restore(uploadId: string, onRestored?: (draft: OpenedDraft) => void): Promise<void> {
  try {
    await callApi(restoreDraft, { params: { id: uploadId } });
    refetchDrafts();
    const found = onRestored && (await queryClient.fetchQuery({ ...draftQuery(uploadId), staleTime: 0 }));
    if (found?.state === 'open') onRestored?.(found);
  } catch (error) {
    showReason(error, "Couldn't restore the draft", UNREACHED);
  }
}

function refetchDrafts(): void {
  void queryClient.invalidateQueries({ queryKey: [listDrafts.path] });
}

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
function handOverDraft(draft: OpenedDraft): void {
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
