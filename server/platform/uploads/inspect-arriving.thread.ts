import type { MessagePort } from 'node:worker_threads';
import type { ThreadEnvironment } from '../jobs/threads.ts';
import { arrivalFrom } from './arrival.ts';
import { type ArrivingTask, type Inspected, inspectArriving } from './inspect-upload.ts';

export default async function run(
  environment: ThreadEnvironment,
  { task, progress }: { task: ArrivingTask; progress: MessagePort },
): Promise<Inspected> {
  try {
    const { scope } = await environment.database();
    return await inspectArriving(scope, task, arrivalFrom(progress));
  } finally {
    progress.close();
  }
}
