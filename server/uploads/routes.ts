import type { FastifyInstance } from 'fastify';
import { upload, uploadReply } from '#contract/uploads.ts';
import type { Context } from '../context.ts';
import { listCustomFields } from '../custom-fields/reads.ts';
import { Refusal } from '../errors.ts';
import { serveRaw } from '../http/bind.ts';
import { autoMap } from '../imports/pipeline/auto-map.ts';
import type { StoredUpload } from './reads.ts';
import { receiveForm } from './receive.ts';

/** Files on their way in. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
  serveRaw(app, context, upload, async ({ scope, account, request, reply }) => {
    const { file } = await receiveForm(context, scope, request, { fields: [], createdBy: account.id });
    if (file === null)
      throw new Refusal('invalid_input', 'Send a file in the part named file', { field: 'file' });
    const customFields = await scope.transaction(listCustomFields);
    const { mapping, nameColumn: named } = autoMap(file.columns, customFields);
    const nameColumn = named !== null && holdsFullNames(file, named) ? named : null;
    const { format, id: uploadId, ...rest } = file;
    reply.send(uploadReply.parse({ ...rest, ...format, uploadId, suggestedMapping: mapping, nameColumn }));
  });
}

/** Whether there is anything to split: a name of more than one word in the preview. */
function holdsFullNames({ preview }: StoredUpload, column: string): boolean {
  return preview.some((row) => /\S\s+\S/.test(row[column] ?? ''));
}
