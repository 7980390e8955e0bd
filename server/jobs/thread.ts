import module from 'node:module';
import { workerData } from 'piscina';
import { collectGarbage } from './garbage.ts';
import type { ThreadSettings, ThreadTask } from './threads.ts';

const { compiled }: ThreadSettings = workerData;
// A thread does not share what Node keeps of compiled sources by itself: without, each takes a second and 25 MB more.
if (compiled !== null) module.enableCompileCache(compiled);

const { work } = await import('./thread-work.ts');

/** What runs in a thread: one task. */
export default async function run(task: ThreadTask): Promise<unknown> {
  try {
    return await work(task);
  } finally {
    // Once the result is on its way.
    setImmediate(tidyUp);
  }
}

function tidyUp(): void {
  collectGarbage();
  // Threads are ended where they are, which would leave nothing for the next one.
  if (compiled !== null) module.flushCompileCache();
}
