import type { ThreadEnvironment } from '../jobs/threads.ts';
import { type Inspected, type InspectTask, inspectUpload } from './inspect-upload.ts';

export default async function run(environment: ThreadEnvironment, task: InspectTask): Promise<Inspected> {
  const { scope } = await environment.database();
  return inspectUpload(scope, task);
}
