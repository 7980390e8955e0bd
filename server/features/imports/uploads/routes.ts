import type { FastifyInstance } from 'fastify';
import { chooseReading, upload, uploadReply } from '#contract/uploads.ts';
import { isColumnName } from '../../../lead/mapping/column-names.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { serve, serveRaw } from '../../../platform/http/bind.ts';
import { clientSignal } from '../../../platform/http/client-signal.ts';
import { type ReadingChoice, type ReadingRequest, readingOf } from '../../../platform/uploads/reading-of.ts';
import { findUpload, type StoredUpload } from '../../../platform/uploads/reads.ts';
import { receiveForm } from '../../../platform/uploads/receive.ts';
import { finishUpload, removeUpload } from '../../../platform/uploads/writes.ts';
import { describeUpload } from './describe-upload.ts';

/** Form fields of an upload that say how to read the file. */
const READING_FIELDS = ['sheet', 'encoding', 'delimiter', 'headerRow'] as const;

/**
 * Reads the choices of an upload form; empty ones count as absent.
 * @throws HttpError invalid_input naming the field
 */
function readingFromForm(fields: ReadonlyMap<string, string>): ReadingChoice {
  const headerRow = fields.get('headerRow')?.trim() || null;
  if (headerRow !== null && !/^\d{1,7}$/.test(headerRow)) {
    const message = 'headerRow must be the number of a row, or 0 for none';
    throw new HttpError('invalid_input', message, { field: 'headerRow' });
  }
  return {
    sheet: fields.get('sheet') || null,
    encoding: fields.get('encoding')?.trim() || null,
    delimiter: fields.get('delimiter') || null,
    headerRow: headerRow === null ? null : Number(headerRow),
  };
}

export function uploadRoutes(app: FastifyInstance, context: Context): void {
  serveRaw(app, context, upload, async ({ scope, account, request, reply }) => {
    const reading = { knowsColumnName: isColumnName, signal: clientSignal(reply) };
    const { file, fields } = await receiveForm(context, scope, request, {
      fields: READING_FIELDS,
      createdBy: account.id,
      ...reading,
    });
    if (file === null)
      throw new HttpError('invalid_input', 'Send a file in the part named file', { field: 'file' });
    const settle = async () =>
      settleReading(context, scope, file, { choice: readingFromForm(fields), ...reading });
    const settled = await settle().catch(async (error: unknown) => {
      await removeUpload(scope, file.id);
      throw error;
    });
    reply.send(uploadReply.parse(await describeUpload(scope, settled)));
  });

  serve(app, context, chooseReading, async ({ params: { id }, body }, { scope, reply }) => {
    const file = await scope.transaction((tx) => findUpload(tx, id));
    if (file === null)
      throw new HttpError('not_found', 'Upload not found. It may have expired; upload the file again.');
    const { sheet = null, encoding = null, delimiter = null, headerRow = null } = body;
    const choice = { sheet, encoding, delimiter, headerRow };
    const request = { choice, knowsColumnName: isColumnName, signal: clientSignal(reply) };
    return describeUpload(scope, await readingOf(context, scope, file, request));
  });
}

/** Makes the reading that was demanded with a file the one that the upload describes. */
async function settleReading(
  context: Context,
  scope: OrganizationScope,
  file: StoredUpload,
  request: ReadingRequest,
): Promise<StoredUpload> {
  const reading = await readingOf(context, scope, file, request);
  const isDetected = Object.values(request.choice).every((value) => value === null);
  if (!isDetected) await scope.transaction((tx) => finishUpload(tx, file.id, reading));
  return reading;
}
