import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportUndo } from '#contract/imports.ts';
import { DURABLE_WORK } from '#server/jobs.ts';
import { requeueAbandonedWork } from '#server/platform/jobs/durable-work.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { holdBatches } from '#tests/support/held-batches.ts';
import { csvFile, postImport } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { beginUndo, endOfUndo, importDetail } from '#tests/support/undo.ts';
import { until } from '#tests/support/until.ts';
import { startJobs } from '../../../jobs.ts';
import { type OrganizationScope, organizationScope } from '../../../platform/db/scope.ts';
import { runImport } from '../run-import.ts';
import { giveUpUndo, runUndo } from './run-undo.ts';

// An interrupted undo resumes where it stopped: no lead is undone twice, none is skipped.

/** Enough leads for two lanes. */
const LEADS = 10_400;
const BATCH = 300;
/** Leads that an import changed twice, in a different order from their creation. */
const UPDATED = 2_000;

let app: TestApp;
let user: SignedIn;
let scope: OrganizationScope;
/** Connection of the owner that holds batches. */
let holder: pg.Client;

beforeEach(async () => {
  app = await startTestApp({ jobs: false });
  holder = new pg.Client({ connectionString: app.context.db.urls.owner });
  await holder.connect();
  user = await signUp(app.url);
  scope = organizationScope(app.context.db.app, user.user.organizationId);
});

afterEach(async () => {
  await holder.end();
  await app.close();
});

/** Imports rows, runs the import immediately and returns its id. */
async function imported(
  rows: string[][],
  importMode: { mode: string; matchField?: string },
): Promise<string> {
  const fieldMapping = { email: 'email', city: 'city', brand: 'brand' };
  const response = await postImport(user, csvFile(rows), { fieldMapping, importMode });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  const { body } = await user.get<{ id: string }[]>('/api/imports');
  const id = body[0]?.id ?? '';
  // Rows in one batch that change the same lead would be recorded as a single change.
  await runImport(app.context.db.app, scope, id, { batchRows: UPDATED / 2 });
  // As the job of the import does.
  await app.context.db.owner.query('ANALYZE leads, lead_search');
  return id;
}

const COLUMNS = ['email', 'city', 'brand'];

function createdImport(leads: number): Promise<string> {
  const rows = Array.from({ length: leads }, (_, n) => [`lead-${n}@example.com`, 'Rome', `brand ${n % 7}`]);
  return imported([COLUMNS, ...rows], { mode: 'create' });
}

async function updatingImport(): Promise<string> {
  await createdImport(UPDATED);
  const rows = Array.from({ length: UPDATED }, (_, n) => {
    const email = `lead-${(n * 7) % UPDATED}@example.com`;
    return [
      [email, 'Oslo', ''],
      [email, `Paris ${n}`, 'Other'],
    ];
  });
  const [first, second] = [rows.map(([row]) => row ?? []), rows.map(([, row]) => row ?? [])];
  return imported([COLUMNS, ...first, ...second], { mode: 'update', matchField: 'email' });
}

/** Returns the state of the leads and the number of undo events they have. */
async function state(): Promise<Record<string, unknown>[]> {
  const { rows } = await app.context.db.owner.query(
    `SELECT l.deleted_at IS NOT NULL AS gone, left(l.city, 4) AS city, count(*)::int AS leads
     FROM leads l WHERE l.organization_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [user.user.organizationId],
  );
  return rows;
}

async function undoEvents(): Promise<{ events: number; leads: number }> {
  const { rows } = await app.context.db.owner.query<{ events: number; leads: number }>(
    `SELECT count(*)::int AS events, count(DISTINCT lead_id)::int AS leads FROM lead_events
     WHERE organization_id = $1 AND kind = 'undo'`,
    [user.user.organizationId],
  );
  return rows[0] ?? { events: -1, leads: -1 };
}

async function progress(id: string): Promise<ImportUndo> {
  const { undo } = await importDetail(user, id);
  if (undo === null) throw new Error('There is no undo');
  return undo;
}

/** Lets an undo commit a batch, calls `stop` while the next one waits, and lets it go on. */
async function interrupted(id: string, stop: () => unknown, signal?: AbortSignal): Promise<ImportUndo> {
  const held = await holdBatches(holder, user.user.organizationId);
  const working = runUndo(app.context.db.app, scope, id, { signal, batch: BATCH }).catch(() => undefined);
  await until('a batch waits', held.isWaiting);
  await held.letThrough();
  await until('the next batch waits', held.isWaiting);
  await stop();
  await held.release();
  await working;
  const between = await progress(id);
  expect(between.status).toBe('processing');
  expect(between.done).toBeLessThan(between.total);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  return between;
}

const cutConnections = () =>
  app.context.db.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'lead-manager'
       AND usename <> current_user`,
  );

async function expectAllUndone(id: string, total: number): Promise<void> {
  const jobs = await startJobs(app.context);
  const ended = await endOfUndo(user, id);
  await jobs.stop();
  expect(ended).toEqual({ status: 'completed', total, done: total, undone: total, kept: 0 });
  expect((await undoEvents()).leads).toBe(total);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
  expect(await auditOf(app, user.user.organizationId, 'undo_import')).toHaveLength(1);
}

describe('of an import that created leads, an undo', () => {
  const allGone = [{ gone: true, city: 'Rome', leads: LEADS }];
  let id: string;

  beforeEach(async () => {
    id = await createdImport(LEADS);
    expect(await beginUndo(user, id)).toMatchObject({ status: 'processing', total: LEADS, done: 0 });
  });

  test('that is told to stop goes on where it stopped', async () => {
    const stopping = new AbortController();
    const between = await interrupted(id, () => stopping.abort(), stopping.signal);
    expect(await undoEvents()).toEqual({ events: between.done, leads: between.done });
    await expectAllUndone(id, LEADS);
    expect(await state()).toEqual(allGone);
  });

  test('whose connections are cut loses the batch at hand alone', async () => {
    const between = await interrupted(id, cutConnections);
    expect(await undoEvents()).toEqual({ events: between.done, leads: between.done });
    await expectAllUndone(id, LEADS);
    expect(await state()).toEqual(allGone);
  });

  test('that three work on at once does each lead once', async () => {
    await Promise.all([1, 2, 3].map(() => runUndo(app.context.db.app, scope, id, { batch: BATCH })));
    await expectAllUndone(id, LEADS);
    expect(await undoEvents()).toEqual({ events: LEADS, leads: LEADS });
  });

  test('that nobody works on any more is queued again', async () => {
    await emptyTables(app.context.db.owner, 'graphile_worker._private_jobs');
    await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK);
    const { rows } = await app.context.db.owner.query(
      'SELECT key, task_identifier FROM graphile_worker.jobs',
    );
    expect(rows).toEqual([{ key: `import-undo:${id}`, task_identifier: 'undo_import' }]);
  });

  test('is refused while it is under way, and begun again once it was given up', async () => {
    const again = await user.post(`/api/imports/${id}/undo`);
    expect([again.status, again.body]).toMatchObject([409, { message: 'The import is being undone' }]);
    const stopping = new AbortController();
    await interrupted(id, () => stopping.abort(), stopping.signal);
    await giveUpUndo(scope, id);
    expect(await progress(id)).toMatchObject({ status: 'failed' });
    expect((await user.post(`/api/imports/${id}/undo`)).status).toBe(200);
    const jobs = await startJobs(app.context);
    expect(await endOfUndo(user, id)).toMatchObject({ status: 'completed', undone: LEADS, kept: 0 });
    await jobs.stop();
    expect(await state()).toEqual(allGone);
  });
});

describe('of an import that changed leads twice, an undo', () => {
  const asBefore = [{ gone: false, city: 'Rome', leads: UPDATED }];
  let id: string;

  beforeEach(async () => {
    id = await updatingImport();
    expect(await state()).toEqual([{ gone: false, city: 'Pari', leads: UPDATED }]);
    const { rows } = await app.context.db.owner.query('SELECT FROM lead_events WHERE import_id = $1', [id]);
    expect(rows).toHaveLength(2 * UPDATED);
    expect(await beginUndo(user, id)).toMatchObject({ status: 'processing', total: UPDATED, done: 0 });
  });

  test('that is told to stop goes on where it stopped', async () => {
    const stopping = new AbortController();
    await interrupted(id, () => stopping.abort(), stopping.signal);
    await expectAllUndone(id, UPDATED);
    expect(await state()).toEqual(asBefore);
  });

  test('whose connections are cut again and again loses no more than the batches at hand', async () => {
    await interrupted(id, cutConnections);
    await interrupted(id, cutConnections);
    await expectAllUndone(id, UPDATED);
    expect(await state()).toEqual(asBefore);
  });

  test('leaves alone what is edited between two of its batches', async () => {
    const stopping = new AbortController();
    await interrupted(id, () => stopping.abort(), stopping.signal);
    const { rows } = await app.context.db.owner.query<{ id: string }>(
      `SELECT lead_id AS id FROM lead_events WHERE organization_id = $1 AND kind = 'undo' ORDER BY id LIMIT 1`,
      [user.user.organizationId],
    );
    const edited = rows[0]?.id ?? '';
    const change = {
      method: 'PATCH',
      body: '{"firstName":"Eve"}',
      headers: { 'content-type': 'application/json' },
    };
    expect((await user.send(`/api/leads/${edited}`, change)).status).toBe(200);
    await runUndo(app.context.db.app, scope, id, { batch: BATCH });
    expect(await progress(id)).toMatchObject({ total: UPDATED, done: UPDATED, undone: UPDATED - 1, kept: 1 });
    expect((await importDetail(user, id)).firstKept).toMatchObject([{ leadId: edited, reason: 'edited' }]);
  });
});

test('an import that is under way is not undone', async () => {
  const response = await postImport(user, csvFile([['email'], ['ada@example.com']]), {
    fieldMapping: { email: 'email' },
  });
  await response.body?.cancel();
  const { body } = await user.get<{ id: string }[]>('/api/imports');
  const refused = await user.post(`/api/imports/${body[0]?.id}/undo`);
  expect([refused.status, refused.body]).toMatchObject([409, { message: 'The import is still running' }]);
});
