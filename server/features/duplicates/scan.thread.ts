import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { linkOrScan } from './scan-when-stale.ts';
import { scanDuplicates } from './scan-writes.ts';

/** Compares all leads of an organization, or those that changed, which would hold up requests. */
export default async function run({ database }: ThreadEnvironment, leads: 'all' | 'changed'): Promise<void> {
  const { scope } = await database();
  await (leads === 'all' ? scanDuplicates(scope) : linkOrScan(scope));
}
