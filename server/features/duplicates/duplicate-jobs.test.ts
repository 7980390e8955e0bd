import type { JobHelpers } from 'graphile-worker';
import { expect, test, vi } from 'vitest';
import type { Context } from '../../platform/context/context.ts';
import { duplicateJobs } from './duplicate-jobs.ts';

const organizationId = '018f0000-0000-7000-8000-000000000001';

function setUp(isBusy: boolean) {
  const query = vi.fn(async () => undefined);
  const run = vi.fn(async () => undefined);
  const context = { db: { owner: { query } }, threads: { run } } as unknown as Context;
  const { scan_duplicates: scan } = duplicateJobs(context, () => isBusy);
  const start = async (waitingSince?: number) => {
    await scan?.({ organizationId, waitingSince }, {} as JobHelpers);
    return { scans: run.mock.calls.length, queued: query.mock.calls.flat(2)[1] };
  };
  return start;
}

test('a scan waits while an import needs the memory, but not for ever', async () => {
  expect(await setUp(false)()).toEqual({ scans: 1, queued: 'link_changed_leads' });
  expect(await setUp(true)()).toEqual({ scans: 0, queued: 'scan_duplicates' });
  expect(await setUp(true)(Date.now() - 11 * 60_000)).toEqual({ scans: 1, queued: 'link_changed_leads' });
});
