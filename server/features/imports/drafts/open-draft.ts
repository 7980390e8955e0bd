import type { FastifyReply } from 'fastify';
import type { OpenedDraft } from '#contract/import-drafts.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { clientSignal } from '../../../platform/http/client-signal.ts';
import { sheetOf } from '../../../platform/uploads/sheet-of.ts';
import { uploadOf } from '../plan/planned-upload.ts';
import { describeUpload } from '../uploads/describe-upload.ts';
import type { StoredDraft } from './reads.ts';

/**
 * Returns a draft with the description of the sheet that its plan reads, or of the first one if the file has no such
 * sheet.
 * @throws HttpError not_found if the upload was removed at this moment
 */
export async function openDraft(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  draft: StoredDraft,
  reply: FastifyReply,
): Promise<OpenedDraft> {
  const file = await uploadOf(scope, draft.uploadId);
  const { sheet } = draft.plan.options;
  const known = sheet !== null && file.format.sheets.includes(sheet) ? sheet : null;
  const chosen = await sheetOf(context, scope, file, {
    sheet: known,
    field: 'sheet',
    signal: clientSignal(reply),
  });
  return { ...draft, upload: await describeUpload(scope, chosen) };
}
