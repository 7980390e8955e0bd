import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { createStatusUpdateFromFile } from './file-tasks.ts';
import type { FromFile, NewStatusUpdate, StatusUpdateFile } from './thread-data.ts';

/** Creates a status update from a stored file; returns the operation's id. */
export default async function run(
  environment: ThreadEnvironment,
  { file, update }: { file: StatusUpdateFile; update: NewStatusUpdate },
): Promise<FromFile<string>> {
  const { scope } = await environment.database();
  return createStatusUpdateFromFile(scope, file, update);
}
