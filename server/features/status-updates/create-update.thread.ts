import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { createListFrom } from './file-tasks.ts';
import type { FromFile, ListFile, NewList } from './thread-data.ts';

/** Creates a status update from a stored file; returns the operation's id. */
export async function run(
  environment: ThreadEnvironment,
  { file, list }: { file: ListFile; list: NewList },
): Promise<FromFile<string>> {
  const { scope } = await environment.database();
  return createListFrom(scope, file, list);
}
