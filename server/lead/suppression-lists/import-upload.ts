import type { FastifyRequest } from 'fastify';
import type { BulkOperation } from '#contract/bulk.ts';
import { suppressionFileForm } from '#contract/suppressions.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Threads, threadTask } from '../../platform/jobs/threads.ts';
import type { Permit } from '../../platform/security/permit.ts';
import { INSPECTION_POOL } from '../../platform/uploads/inspection-threads.ts';
import { formFields, readUploadForm } from '../../platform/uploads/multipart.ts';
import { removeUpload, storeUpload } from '../../platform/uploads/writes.ts';
import { LEAST_ID } from '../operations/operation.ts';
import { findBulk } from '../operations/reads.ts';
import { noSuchOperation } from '../operations/start.ts';
import { forgetOperation } from '../operations/writes.ts';
import { defaultCountryOf } from '../suppression/suppression-reads.ts';
import { entryTerms, refusePast } from './add-entries.ts';
import { findList } from './entry-reads.ts';
import type importFileRun from './import-file.thread.ts';
import type { ImportedList } from './import-list.ts';
import type { ListEditor } from './list-editor.ts';
import { listNotFound } from './list-writes.ts';

const IMPORT_FILE = threadTask<typeof importFileRun>(
  INSPECTION_POOL,
  new URL('./import-file.thread.ts', import.meta.url),
  { readsMeanwhile: true },
);

const ENDINGS = ['.csv', '.tsv', '.txt', '.zip', '.xlsx', '.xls'];

/** Who sends a file: a user or a program. */
export interface FileSender {
  request: FastifyRequest;
  scope: OrganizationScope;
  editor: ListEditor;
  permit: Permit | undefined;
}

/**
 * Adds the entries of a form's file to a list, and marks the leads that they meet; returns the operation at its end.
 * @throws HttpError for an invalid form, field or file, or an unknown list
 */
export async function importListFile(
  threads: Threads,
  { request, scope, editor, permit }: FileSender,
): Promise<BulkOperation> {
  const createdBy = editor.actor.id ?? LEAST_ID;
  const country = await scope.transaction(defaultCountryOf);
  const { file, fields } = await readUploadForm(
    request,
    Object.keys(suppressionFileForm.shape),
    {
      take: async (filename, bytes) => ({
        filename,
        ...(await storeUpload(scope, { filename, createdBy }, bytes)),
      }),
      drop: ({ uploadId }) => removeUpload(scope, uploadId),
    },
    ENDINGS,
  );
  if (file === null)
    throw new HttpError('invalid_input', 'Send a file in the part named file', { field: 'file' });
  try {
    const given = formFields(suppressionFileForm, fields);
    refusePast(given.expiresAt);
    const operationId = newId();
    const list = await scope.transaction(async (tx): Promise<ImportedList> => {
      const found = await findList(tx, given.listId);
      if (found === undefined) throw listNotFound();
      return {
        operation: {
          ...{ id: operationId, action: { type: 'suppress', list: found.name }, detail: file.filename },
          editor: { actor: { ...editor.actor, id: createdBy }, origin: editor.origin ?? NO_ORIGIN },
          ...{ selection: { rows: true }, total: 0, upTo: operationId, lanes: [], undoes: null },
        },
        ...{ file, format: given.format, country },
        terms: entryTerms(found.id, { ...given, source: file.filename }, editor),
        isForAll: found.customerNumber === null,
      };
    });
    await scope.commit();
    try {
      await threads.run(IMPORT_FILE, scope.organizationId, list, permit && { permit });
    } catch (error) {
      await scope.unchecked.transaction((tx) => forgetOperation(tx, operationId));
      throw error;
    }
    const operation = await scope.transaction((tx) => findBulk(tx, operationId));
    if (operation === null) throw noSuchOperation();
    return operation;
  } finally {
    await removeUpload(scope.unchecked, file.uploadId);
  }
}

const NO_ORIGIN = { ipAddress: '', userAgent: null };
