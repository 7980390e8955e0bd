import type { FastifyReply } from 'fastify';
import type { OpenedDraft } from '#contract/import-drafts.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { clientSignal } from '../../../platform/http/client-signal.ts';
import { plannedReading } from '../plan/plan-reading.ts';
import { uploadOf } from '../plan/planned-upload.ts';
import { describeUpload } from '../uploads/describe-upload.ts';
import type { StoredDraft } from './reads.ts';

/**
 * Returns a draft with the description of its file as its plan reads it, or as it was detected if it can't be read so.
 * @throws HttpError not_found if the upload was removed at this moment
 */
export async function openDraft(
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
