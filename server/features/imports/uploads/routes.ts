import type { FastifyInstance } from 'fastify';
import { chooseSheet, upload, uploadReply } from '#contract/uploads.ts';
import type { Context } from '../../../platform/context/context.ts';
import { HttpError } from '../../../platform/errors.ts';
import { serve, serveRaw } from '../../../platform/http/bind.ts';
import { clientSignal } from '../../../platform/http/client-signal.ts';
import { findUpload } from '../../../platform/uploads/reads.ts';
import { receiveForm } from '../../../platform/uploads/receive.ts';
import { sheetOf } from '../../../platform/uploads/sheet-of.ts';
import { describeUpload } from './describe-upload.ts';

/** Registers the upload routes. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
  serveRaw(app, context, upload, async ({ scope, account, request, reply }) => {
    const { file } = await receiveForm(context, scope, request, {
      fields: [],
      createdBy: account.id,
      signal: clientSignal(reply),
    });
    if (file === null)
      throw new HttpError('invalid_input', 'Send a file in the part named file', { field: 'file' });
    reply.send(uploadReply.parse(await describeUpload(scope, file)));
  });

  serve(app, context, chooseSheet, async ({ params: { id }, body: { sheet } }, { scope, reply }) => {
    const file = await scope.transaction((tx) => findUpload(tx, id));
    if (file === null) throw new HttpError('not_found', 'There is no such upload');
    const chosen = { sheet, field: 'sheet', signal: clientSignal(reply) };
    return describeUpload(scope, await sheetOf(context, scope, file, chosen));
  });
}
