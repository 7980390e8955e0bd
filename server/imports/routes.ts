import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  importEvent,
  importStream,
  listImports as listImportsCall,
  previewImport,
} from '#contract/imports.ts';
import { id } from '#contract/shapes.ts';
import type { Context } from '../context.ts';
import { listCustomFields } from '../custom-fields/reads.ts';
import { Refusal } from '../errors.ts';
import { serve, serveRaw } from '../http/bind.ts';
import type { OrganizationScope } from '../security/scope.ts';
import { findUpload, type StoredUpload } from '../uploads/reads.ts';
import { receiveForm } from '../uploads/receive.ts';
import { sheetOf } from '../uploads/sheet-of.ts';
import { removeUpload } from '../uploads/writes.ts';
import { followImport } from './follow-import.ts';
import { checkPlan, PLAN_FIELDS, planFromForm } from './plan.ts';
import { previewRows } from './preview.ts';
import { listImports } from './reads.ts';
import { startImport } from './start-import.ts';

/** Imports: preview, start and follow, history. */
export function importRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listImportsCall, (_input, { scope }) => scope.transaction(listImports));

  serve(app, context, previewImport, async ({ body: { uploadId, rows, ...plan } }, { scope }) => {
    const file = await uploadOf(scope, uploadId);
    const upload = await sheetOf(context, scope, file, { sheet: plan.options.sheet, field: 'options.sheet' });
    const customFields = await scope.transaction(listCustomFields);
    checkPlan(plan, upload.columns, customFields);
    return { rows: previewRows(upload, plan, customFields, rows) };
  });

  serveRaw(app, context, importStream, async ({ scope, account, request, reply }, { query }) => {
    const expected = { fields: ['uploadId', ...PLAN_FIELDS], createdBy: account.id };
    const { fields, file } = await receiveForm(context, scope, request, expected);
    const upload = file ?? (await uploadOf(scope, fields.get('uploadId')));
    const start = async () =>
      startImport(context, scope, account, upload, { ...planFromForm(fields), ...query });
    const importId = await start().catch(async (error: unknown) => {
      // The file came for this import alone; an earlier upload is kept for the next try.
      if (file !== null) await removeUpload(scope, file.id);
      throw error;
    });
    reply.header('cache-control', 'no-store').type('text/event-stream; charset=utf-8');
    reply.send(Readable.from(eventLines(scope, context, importId)));
  });
}

async function uploadOf(scope: OrganizationScope, uploadId: string | undefined): Promise<StoredUpload> {
  if (uploadId === undefined) {
    throw new Refusal(
      'invalid_input',
      'Send the file in the part named file, or the uploadId of an earlier upload',
      {
        field: 'file',
      },
    );
  }
  // An id of any other form can be no upload's; the database would not even compare it.
  const known = id.safeParse(uploadId).success;
  const upload = known ? await scope.transaction((tx) => findUpload(tx, uploadId)) : null;
  if (upload === null) throw new Refusal('not_found', 'There is no such upload', { field: 'uploadId' });
  return upload;
}

async function* eventLines(
  scope: OrganizationScope,
  context: Context,
  importId: string,
): AsyncGenerator<string> {
  for await (const event of followImport(scope, context.notices, importId)) {
    yield `data: ${JSON.stringify(importEvent.parse(event))}\n\n`;
  }
}
