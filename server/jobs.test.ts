import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { accounted, csvFile, importLeads, postImport } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { type Jobs, startJobs } from './jobs.ts';

// Tests jobs whose writes PostgreSQL rejects, as it does on a full disk.

const PLAN = { fieldMapping: { email: 'email' } };
const FILE = csvFile([['email'], ['ada@example.com'], ['bob@example.com']]);

let app: TestApp;
let user: SignedIn;
let jobs: Jobs | null = null;

beforeAll(async () => {
  app = await startTestApp({ jobs: false, threads: true });
  user = await signUp(app.url);
  await app.context.db.owner.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING errcode = '53100'; END $$`,
  );
});

afterEach(async () => {
  await jobs?.stop();
  jobs = null;
});

afterAll(() => app.close());

/** Makes PostgreSQL reject an action on a table. Returns a function that allows it again. */
async function refuse(action: 'INSERT' | 'DELETE', table: string): Promise<() => Promise<unknown>> {
  await app.context.db.owner.query(
    `CREATE TRIGGER full_disk BEFORE ${action} ON ${table} EXECUTE FUNCTION refuse()`,
  );
  return () => app.context.db.owner.query(`DROP TRIGGER full_disk ON ${table}`);
}

async function newest(): Promise<ImportRecord | undefined> {
  return (await user.get<ImportRecord[]>('/api/imports')).body[0];
}

/**
 * Returns the import jobs that are to be run; the server also queues maintenance jobs of its own. Where a thread takes long to
 * start, the server queues the import again: the queue never retries the job replaced by that.
 */
async function queuedJobs(): Promise<unknown[]> {
  const { rows } = await app.context.db.owner.query(
    `SELECT locked_by FROM graphile_worker.jobs
     WHERE task_identifier = 'run_import' AND (attempts < max_attempts OR locked_by IS NOT NULL)`,
  );
  return rows;
}

test('an import that finds no space again and again fails with that reason, and can be made again', async () => {
  const free = await refuse('INSERT', 'leads');
  await (await postImport(user, FILE, PLAN)).body?.cancel();
  // Counts four attempts as made, which together would take a minute and a half.
  await app.context.db.owner.query('UPDATE graphile_worker._private_jobs SET attempts = 4');

  jobs = await startJobs(app.context);
  const failed = await until('it failed', async () => {
    const record = await newest();
    return record?.status === 'failed' && record;
  });

  expect(failed).toMatchObject({ totalRows: 2, imported: 0, unprocessed: 2 });
  expect(failed.failure).toMatch(/^The database disk is full\. Free up space and import the file again/);
  await free();
  const { stats } = await importLeads(user, FILE, PLAN);
  expect(accounted(stats)).toBe(2);
  expect(stats.imported).toBe(2);
  // An import ends shortly before its job does.
  await expect.poll(queuedJobs).toEqual([]);
});

test('the end of a job is recorded as soon as the database takes it', async () => {
  const allow = await refuse('DELETE', 'graphile_worker._private_jobs');
  jobs = await startJobs(app.context);
  await (await postImport(user, FILE, PLAN)).body?.cancel();
  await until('it is completed', async () => (await newest())?.status === 'completed');
  expect(await queuedJobs()).toContainEqual({ locked_by: expect.any(String) });

  await allow();

  await expect.poll(queuedJobs).toEqual([]);
});
