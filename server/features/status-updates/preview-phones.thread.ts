import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { previewPhonesFromFile } from './file-tasks.ts';
import type { FromFile, PhonePreview, StatusUpdateFile } from './thread-data.ts';

/** Performs a dry run of a phone update from a stored file. */
export default async function run(
  environment: ThreadEnvironment,
  file: StatusUpdateFile,
): Promise<FromFile<PhonePreview>> {
  const { scope } = await environment.database();
  return previewPhonesFromFile(scope, file);
}
