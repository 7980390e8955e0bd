import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import type { FormFile } from '../../platform/uploads/uploaded-file.ts';
import { type PhonePreview, previewPhones } from './phone-preview-writes.ts';
import { rowsOfFile } from './read-list.ts';

/** Performs a dry run of a phone update from a stored file. */
export default async function run(environment: ThreadEnvironment, file: FormFile): Promise<PhonePreview> {
  const { scope } = await environment.database();
  return scope.transaction((tx) => previewPhones(tx, rowsOfFile(scope, file, { type: 'updatePhones' })));
}
