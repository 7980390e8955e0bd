import { FileProblem } from '#packages/tabular/tabular.ts';
import type { ListAction, ListRow } from '../../lead/operations/status-update.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import { uploadSource } from '../../platform/uploads/reads.ts';
import { previewPhones } from './preview-phones.ts';
import { listRows } from './rows/read-file.ts';
import type { FromFile, ListFile, NewList, PhonePreview } from './thread-data.ts';
import { createList } from './writes.ts';

/** Creates a status update in the same transaction that reads its file; returns the operation's id. */
export function createListFrom(
  scope: OrganizationScope,
  file: ListFile,
  list: NewList,
): Promise<FromFile<string>> {
  return orProblem(() => scope.transaction((tx) => createList(tx, list, rowsOf(scope, file, list.action))));
}

/** Performs a dry run of a phone update from a file. */
export function previewPhonesFrom(scope: OrganizationScope, file: ListFile): Promise<FromFile<PhonePreview>> {
  return orProblem(() =>
    scope.transaction((tx) => previewPhones(tx, rowsOf(scope, file, { type: 'updatePhones' }))),
  );
}

function rowsOf(
  scope: OrganizationScope,
  { uploadId, size, filename }: ListFile,
  action: ListAction,
): AsyncGenerator<ListRow[]> {
  return listRows(uploadSource(scope, uploadId, size), filename, action);
}

async function orProblem<T>(work: () => Promise<T>): Promise<FromFile<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, error: 'unreadable_file', message: error.message };
    if (error instanceof Refusal) return { ok: false, error: 'invalid_input', message: error.message };
    throw error;
  }
}
