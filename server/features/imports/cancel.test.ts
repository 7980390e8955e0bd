import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportEvent, ImportRecord } from '#contract/imports.ts';
import { RUN_IMPORT } from '#server/features/imports/import-jobs.ts';
import { DURABLE_WORK } from '#server/jobs.ts';
import { requeueAbandonedWork } from '#server/platform/jobs/durable-work.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { eventsOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { accounted, csvFile, importLeads, leadCounts, postImport } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { startJobs } from '../../jobs.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { runImport } from './run-import.ts';

// Cancelled imports: by any user, at any point of the work.

const ROWS = 600;

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

afterEach(async () => {
  await emptyTables(app.context.db.owner, 'graphile_worker._private_jobs');
});

/** Queues an import without a worker and returns its id and event stream. */
async function queued(): Promise<{ id: string; events: Promise<ImportEvent[]> }> {
  const rows = Array.from({ length: ROWS }, (_, n) => [n % 10 === 9 ? 'broken' : `lead-${n}@example.com`]);
  const response = await postImport(user, csvFile([['email'], ...rows]), {
    fieldMapping: { email: 'email' },
  });
  expect(response.status).toBe(200);
  return { id: (await record()).id, events: eventsOf(response) };
}

async function record(): Promise<ImportRecord> {
  const { body } = await user.get<ImportRecord[]>('/api/imports');
  expect(body).toHaveLength(1);
  return body[0] as ImportRecord;
}

const cancel = (id: string) => user.post<ImportRecord>(`/api/imports/${id}/cancel`);

test('what is committed stays, the rest is unprocessed, and everyone is told', async () => {
  const { id, events } = await queued();
  const scope = scopeOf(app.context, user.user.organizationId);
  const working = runImport(app.context.db.app, scope, id, { batchRows: 7 });
  await until('a batch is committed', async () => (await record()).imported > 0);

  const { status, body } = await cancel(id);

  expect(await working).toBe('finished');
  expect([status, body.status]).toEqual([200, 'cancelled']);
  expect(body.unprocessed).toBeGreaterThan(0);
  expect(accounted(body)).toBe(ROWS);
  expect(await record()).toEqual(body);
  expect(await leadCounts(app, user.user.organizationId)).toEqual({
    counted: body.imported,
    stored: body.imported,
  });
  expect(body.problems).toBe(body.errors);
  expect((await events).at(-1)).toEqual({
    type: 'error',
    importId: id,
    cancelled: true,
    message: `The import was canceled: ${body.unprocessed} of ${ROWS} rows weren't processed`,
  });
  const details = { imported: body.imported, errors: body.errors, unprocessed: body.unprocessed };
  const { username } = user.user;
  for (const action of ['cancel_import', 'import_leads']) {
    expect(await auditOf(app, user.user.organizationId, action)).toMatchObject([
      { resource: 'leads.csv', username, details },
    ]);
  }
  const { rows } = await app.context.db.owner.query(
    'SELECT DISTINCT ip_address FROM audit_logs WHERE organization_id = $1 AND action = ANY($2)',
    [user.user.organizationId, ['cancel_import', 'import_leads']],
  );
  expect(rows).toEqual([{ ip_address: '127.0.0.1' }]);
});

test('an import that nobody works on ends as well, and is never taken up again', async () => {
  const { id, events } = await queued();
  expect((await cancel(id)).body).toMatchObject({ status: 'cancelled', unprocessed: ROWS, imported: 0 });
  expect((await events).at(-1)).toMatchObject({ type: 'error', cancelled: true });
  await emptyTables(app.context.db.owner, 'graphile_worker._private_jobs');
  await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK);
  const { rows } = await app.context.db.owner.query('SELECT FROM graphile_worker.jobs');
  expect(rows).toEqual([]);
  expect(await app.context.threads.run(RUN_IMPORT, user.user.organizationId, id)).toBe('finished');
  expect(await record()).toMatchObject({ status: 'cancelled', unprocessed: ROWS, imported: 0 });
});

test('the same file can be imported afterwards', async () => {
  const { id } = await queued();
  await cancel(id);
  const jobs = await startJobs(app.context);
  const { stats } = await importLeads(user, csvFile([['email'], ['lead-0@example.com']]), {
    fieldMapping: { email: 'email' },
  });
  await jobs.stop();
  expect(stats).toMatchObject({ imported: 1, duplicates: 0 });
});

test('what has ended cannot be cancelled, nor what is not there', async () => {
  const { id } = await queued();
  await cancel(id);
  const again = await cancel(id);
  expect([again.status, again.body]).toMatchObject([409, { message: 'The import has already ended' }]);
  const completed = await queuedAndDone();
  expect((await cancel(completed)).status).toBe(409);
  expect((await cancel('0198c0de-0000-7000-8000-000000000000')).status).toBe(404);
  expect((await cancel('nonsense')).status).toBe(404);
});

async function queuedAndDone(): Promise<string> {
  user = await signUp(app.url);
  const { id } = await queued();
  await app.context.threads.run(RUN_IMPORT, user.user.organizationId, id);
  expect(await record()).toMatchObject({ status: 'completed', unprocessed: 0 });
  return id;
}
