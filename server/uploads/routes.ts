import type { FastifyInstance } from 'fastify';
import { upload, uploadReply } from '#contract/uploads.ts';
import type { Context } from '../context.ts';
import { listCustomFields } from '../custom-fields/reads.ts';
import { Refusal } from '../errors.ts';
import { serveRaw } from '../http/bind.ts';
import { autoMap } from '../imports/pipeline/auto-map.ts';
import { receiveForm } from './receive.ts';

/** Files on their way in. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
  serveRaw(app, context, upload, async ({ scope, account, request, reply }) => {
    const { file } = await receiveForm(context, scope, request, { fields: [], createdBy: account.id });
    if (file === null)
      throw new Refusal('invalid_input', 'Send a file in the part named file', { field: 'file' });
    const customFields = await scope.transaction(listCustomFields);
    const { mapping, nameColumn } = autoMap(file.columns, customFields);
    const { format, id: uploadId, ...rest } = file;
    reply.send(uploadReply.parse({ ...rest, ...format, uploadId, suggestedMapping: mapping, nameColumn }));
  });
}
