import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { scanDuplicates } from './scan-writes.ts';

/** Scans an organization's leads, whose comparison would hold up requests. */
export default async function run({ database }: ThreadEnvironment, _input: undefined): Promise<void> {
  const { scope } = await database();
  await scanDuplicates(scope);
}
