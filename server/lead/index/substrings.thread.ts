import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { indexSubstrings } from './substrings.ts';

/** Finds the frequent substrings of texts, whose memory the caller transfers to the thread. */
export default function run(
  _environment: ThreadEnvironment,
  { texts, least }: { texts: Uint8Array<ArrayBuffer>; least: number },
): ReturnType<typeof indexSubstrings> {
  return indexSubstrings(texts, least);
}
