import { FileProblem } from '#packages/tabular/tabular.ts';
import type { StatusUpdateAction, StatusUpdateRow } from '../../lead/operations/status-update.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { uploadSource } from '../../platform/uploads/reads.ts';
import { previewPhones } from './preview-phones.ts';
import { readStatusUpdateRows } from './rows/read-file.ts';
import type { FromFile, NewStatusUpdate, PhonePreview, StatusUpdateFile } from './thread-data.ts';
import { createStatusUpdate } from './writes.ts';

/** In the transaction that reads its file; returns the operation's id. */
export function createStatusUpdateFromFile(
  scope: OrganizationScope,
  file: StatusUpdateFile,
  update: NewStatusUpdate,
): Promise<FromFile<string>> {
  return orProblem(() =>
    scope.transaction((tx) => createStatusUpdate(tx, update, rowsOfFile(scope, file, update.action))),
  );
}

/** Performs a dry run of a phone update from a file. */
export function previewPhonesFromFile(
  scope: OrganizationScope,
  file: StatusUpdateFile,
): Promise<FromFile<PhonePreview>> {
  return orProblem(() =>
    scope.transaction((tx) => previewPhones(tx, rowsOfFile(scope, file, { type: 'updatePhones' }))),
  );
}

function rowsOfFile(
  scope: OrganizationScope,
  { uploadId, size, filename }: StatusUpdateFile,
  action: StatusUpdateAction,
): AsyncGenerator<StatusUpdateRow[]> {
  return readStatusUpdateRows(uploadSource(scope, uploadId, size), filename, action);
}

async function orProblem<T>(work: () => Promise<T>): Promise<FromFile<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, error: 'unreadable_file', message: error.message };
    if (error instanceof HttpError) return { ok: false, error: 'invalid_input', message: error.message };
    throw error;
  }
}
