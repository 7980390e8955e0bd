import { type ThreadPool, type Threads, threadTask } from '../../platform/jobs/threads.ts';
import type { SubstringIndexing } from './build.ts';
import type run from './substrings.thread.ts';

/** One thread with a small young generation, because no user waits for it. */
const INDEXING_POOL: ThreadPool = { threads: 1, idleMs: 4_000, youngMb: 6 };
const INDEX_SUBSTRINGS = threadTask<typeof run>(
  INDEXING_POOL,
  new URL('./substrings.thread.ts', import.meta.url),
);

/** Returns a function that finds frequent substrings in a thread, which takes over the memory of the texts. */
export function indexingIn(threads: Threads): SubstringIndexing {
  return (texts, least) =>
    threads.run(INDEX_SUBSTRINGS, null, { texts, least }, { transferList: [texts.buffer] });
}
