import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { linkOrScan } from './scan-when-stale.ts';
import { scanDuplicates } from './scan-writes.ts';

/** Compares all or only changed leads of an organization in a thread: on the main thread, requests would wait. */
export default async function run({ database }: ThreadEnvironment, leads: 'all' | 'changed'): Promise<void> {
  const { scope } = await database();
  await (leads === 'all' ? scanDuplicates(scope) : linkOrScan(scope));
}
