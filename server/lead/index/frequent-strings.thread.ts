import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { frequentStrings } from './frequent-strings.ts';

/** Finds the frequent strings of texts, whose memory is the thread's from here on. */
export function run(
  _environment: ThreadEnvironment,
  { texts, least }: { texts: Uint8Array<ArrayBuffer>; least: number },
): Promise<string> {
  return frequentStrings(texts, least);
}
