import type { ThreadEnvironment } from '../jobs/threads.ts';
import { type Inspected, type InspectTask, inspectUpload } from './inspect-upload.ts';

/** Reads a stored upload to its end. */
export async function run(environment: ThreadEnvironment, task: InspectTask): Promise<Inspected> {
  const { scope } = await environment.database();
  return inspectUpload(scope, task);
}
