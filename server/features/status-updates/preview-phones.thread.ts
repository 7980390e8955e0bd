import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { previewPhonesFrom } from './file-tasks.ts';
import type { FromFile, ListFile, PhonePreview } from './thread-data.ts';

/** Performs a dry run of a phone update from a stored file. */
export async function run(environment: ThreadEnvironment, file: ListFile): Promise<FromFile<PhonePreview>> {
  const { scope } = await environment.database();
  return previewPhonesFrom(scope, file);
}
