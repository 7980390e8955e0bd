import v8 from 'node:v8';
import vm from 'node:vm';

// Node exposes the collector only with this flag.
v8.setFlagsFromString('--expose-gc');
const collect: unknown = vm.runInNewContext('gc');

/** Kept by an idle thread. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** An idle thread never collects by itself. */
export function collectGarbage(): void {
  const { heapUsed, external } = process.memoryUsage();
  if (heapUsed + external <= KEPT_BYTES || typeof collect !== 'function') return;
  // V8 would keep about 100 MB of empty pages.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
