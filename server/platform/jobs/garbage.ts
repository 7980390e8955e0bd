import v8 from 'node:v8';
import vm from 'node:vm';

// Node exposes the collector only under this flag, which a program may set at any time.
v8.setFlagsFromString('--expose-gc');
const collect: unknown = vm.runInNewContext('gc');

/** Bytes of values and buffers that an idle thread may keep. */
const KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Collects the garbage of a finished task. An idle thread never collects it by itself, while the next task
 * works in another thread.
 */
export function collectGarbage(): void {
  const { heapUsed, external } = process.memoryUsage();
  if (heapUsed + external <= KEPT_BYTES || typeof collect !== 'function') return;
  // Otherwise V8 keeps the emptied pages of the heap, about 100 MB after a check of a large file.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
