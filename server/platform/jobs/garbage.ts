import v8 from 'node:v8';
import vm from 'node:vm';

// Node gives programs the collector under this flag alone; it may be set at any time.
v8.setFlagsFromString('--expose-gc');
const collect: unknown = vm.runInNewContext('gc');

/** What a thread may keep of a task when it has nothing to do (bytes, of values and of buffers). */
const KEPT = 32 * 1024 * 1024;

/** Gives back what a task left behind: a thread that has nothing to do never collects it, and beside it the next one works. */
export function collectGarbage(): void {
  const { heapUsed, external } = process.memoryUsage();
  if (heapUsed + external > KEPT && typeof collect === 'function') collect();
}
