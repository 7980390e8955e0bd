import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createDraft,
  discardDraft,
  getDraft,
  listDrafts,
  type OpenedDraft,
  restoreDraft,
  saveDraft,
} from '#contract/import-drafts.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { editorOf } from '../../../platform/http/actor.ts';
import { serve } from '../../../platform/http/bind.ts';
import { clientSignal } from '../../../platform/http/client-signal.ts';
import { plannedReading, uploadOf } from '../plan/planned-upload.ts';
import { lastImportOf } from '../record/fixed-reads.ts';
import { describeUpload } from '../uploads/describe-upload.ts';
import {
  findDraft,
  findDrafts,
  insertDraft,
  markDiscarded,
  type StoredDraft,
  unmarkDiscarded,
  updateDraft,
} from './writes.ts';

export function importDraftRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listDrafts, (_input, { scope }) => scope.transaction(findDrafts));

  serve(app, context, createDraft, async ({ body: { uploadId, ...content } }, caller) => {
    await uploadOf(caller.scope, uploadId);
    return caller.scope.transaction(async (tx) => {
      await insertDraft(tx, uploadId, content, editorOf(caller).actor);
      return liveDraft(tx, uploadId);
    });
  });

  serve(app, context, getDraft, async ({ params: { id } }, { scope, reply }) => {
    const found = await scope.transaction(async (tx) => {
      const draft = await findDraft(tx, id);
      return { draft, imported: draft === null ? await lastImportOf(tx, id) : null };
    });
    if (found.draft !== null) {
      return { state: 'open' as const, ...(await openDraft(context, scope, found.draft, reply)) };
    }
    if (found.imported !== null) return { state: 'imported' as const, ...found.imported };
    throw noSuchDraft();
  });

  serve(app, context, saveDraft, ({ params: { id }, body }, caller) =>
    caller.scope.transaction(async (tx) => {
      const { actor } = editorOf(caller);
      if (await updateDraft(tx, id, body, actor)) return liveDraft(tx, id);
      const { changedBy, revision } = await liveDraft(tx, id);
      const message =
        changedBy === actor.username
          ? 'You changed this draft in another tab'
          : `${changedBy} just changed this draft`;
      throw new HttpError('conflict', message, { changedBy, current: { revision } });
    }),
  );

  serve(app, context, discardDraft, ({ params: { id } }, { scope }) =>
    scope.transaction(async (tx) => {
      if (!(await markDiscarded(tx, id))) throw noSuchDraft();
      return { message: 'The draft was discarded' };
    }),
  );

  serve(app, context, restoreDraft, ({ params: { id } }, { scope }) =>
    scope.transaction(async (tx) => {
      await unmarkDiscarded(tx, id);
      return liveDraft(tx, id);
    }),
  );
}

/**
 * Returns a draft that is neither discarded nor expired.
 * @throws HttpError not_found
 */
async function liveDraft(tx: TenantTransaction, uploadId: string): Promise<StoredDraft> {
  const draft = await findDraft(tx, uploadId);
  if (draft === null) throw noSuchDraft();
  return draft;
}

function noSuchDraft(): HttpError {
  return new HttpError('not_found', 'This draft was imported, discarded, or has expired');
}

/**
 * Returns a draft with the description of its file as its plan reads it, or as it was detected if it can't be read so.
 * @throws HttpError not_found if the upload was removed at this moment
 */
async function openDraft(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  draft: StoredDraft,
  reply: FastifyReply,
): Promise<OpenedDraft> {
  const file = await uploadOf(scope, draft.uploadId);
  const read = plannedReading(context, scope, file, draft.plan, clientSignal(reply));
  const chosen = await read.catch((error: unknown) => {
    if (error instanceof HttpError && error.error === 'invalid_input') return file;
    throw error;
  });
  return { ...draft, upload: await describeUpload(scope, chosen) };
}
