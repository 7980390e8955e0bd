import { type ThreadPool, type Threads, threadTask } from '../../platform/jobs/threads.ts';
import type { run } from './frequent-strings.thread.ts';
import type { StringMining } from './segment-string-writes.ts';

/** One thread with a small young generation: no user waits for its end. */
const MINING_POOL: ThreadPool = { threads: 1, idleMs: 4_000, youngMb: 6 };
const MINE = threadTask<typeof run>(MINING_POOL, new URL('./frequent-strings.thread.ts', import.meta.url));

/** Finds frequent strings in a thread; the texts are the thread's from then on. */
export function miningIn(threads: Threads): StringMining {
  return (texts, least) => threads.run(MINE, null, { texts, least }, { transferList: [texts.buffer] });
}
