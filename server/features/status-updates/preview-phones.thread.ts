import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { previewPhonesFrom } from './list-tasks.ts';
import type { FromFile, ListFile, PhonePreview } from './thread-data.ts';

/** Previews an update of phones from a stored file. */
export async function run(environment: ThreadEnvironment, file: ListFile): Promise<FromFile<PhonePreview>> {
  const { scope } = await environment.database();
  return previewPhonesFrom(scope, file);
}
