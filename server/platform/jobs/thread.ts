import module from 'node:module';
import { constants, platform, setPriority } from 'node:os';
import { workerData } from 'piscina';
import { collectGarbage } from './garbage.ts';
import type { ThreadSettings, ThreadTask } from './threads.ts';

const { compiled }: ThreadSettings = workerData;
// A thread does not share what Node keeps of compiled sources by itself: without, each takes a second and 25 MB more.
if (compiled !== null) module.enableCompileCache(compiled);

// On Linux the priority is the thread's own: answers come before imports when both want the processor.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** What runs in a thread: one task. */
export default async function run(task: ThreadTask): Promise<unknown> {
  try {
    return await resultOf(task);
  } finally {
    // Once the result is on its way.
    setImmediate(tidyUp);
  }
}

async function resultOf(task: ThreadTask): Promise<unknown> {
  if (task.kind === 'index') {
    const { indexSubstrings } = await import('../../lead/index/substrings.ts');
    return indexSubstrings(task.texts, task.least);
  }
  const { work } = await import('../../thread-work.ts');
  return work(task);
}

function tidyUp(): void {
  collectGarbage();
  // Threads are ended where they are, which would leave nothing for the next one.
  if (compiled !== null) module.flushCompileCache();
}
