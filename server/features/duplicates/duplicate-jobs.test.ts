import type { JobHelpers } from 'graphile-worker';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { cloneDatabase } from '#tests/support/template.ts';
import type { Context } from '../../platform/context/context.ts';
import { duplicateJobs } from './duplicate-jobs.ts';

const organizationId = '018f0000-0000-7000-8000-000000000001';

let owner: pg.Pool;

beforeAll(async () => {
  // No server works on the jobs of this database.
  owner = new pg.Pool({ connectionString: (await cloneDatabase(inject('databaseUrl'))).owner });
});
afterAll(() => owner.end());
beforeEach(() => owner.query('DELETE FROM graphile_worker._private_jobs'));

/** Starts the job of a scan; returns how many scans ran and which jobs are queued then. */
async function startScan(isBusy: boolean, waitingSince?: number): Promise<[number, string[]]> {
  let scans = 0;
  const threads = { run: async () => void scans++ } as unknown as Context['threads'];
  const jobs = duplicateJobs({ db: { owner } as Context['db'], threads }, () => isBusy);
  await jobs['scan_duplicates']?.({ organizationId, waitingSince }, {} as JobHelpers);
  const { rows } = await owner.query<{ task: string }>(
    'SELECT task_identifier AS task FROM graphile_worker.jobs ORDER BY 1',
  );
  return [scans, rows.map(({ task }) => task)];
}

test('a scan runs at once without an import', async () => {
  expect(await startScan(false)).toEqual([1, ['link_changed_leads']]);
});

test('a scan waits while an import needs the memory', async () => {
  expect(await startScan(true)).toEqual([0, ['scan_duplicates']]);
});

test('a scan that has waited ten minutes runs beside an import', async () => {
  expect(await startScan(true, Date.now() - 11 * 60_000)).toEqual([1, ['link_changed_leads']]);
});
