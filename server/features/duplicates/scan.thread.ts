import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { type LinkOutcome, linkOrScan } from './scan-when-stale.ts';
import { scanDuplicates } from './scan-writes.ts';

/** Compares all or only changed leads of an organization in a thread: on the main thread, requests would wait. */
export default async function run(
  { database }: ThreadEnvironment,
  leads: 'all' | 'changed',
): Promise<LinkOutcome> {
  const { scope } = await database();
  if (leads === 'changed') return linkOrScan(scope);
  await scanDuplicates(scope);
  return 'complete';
}
