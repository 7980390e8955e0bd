import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, endOfBulk, progressOf, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { insertStored } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import { startJobs } from '../../jobs.ts';
import type { ListRow } from '../../lead/operations/operation.ts';
import { runOperation } from '../../lead/operations/run.ts';
import { beginList } from '../../lead/operations/start.ts';
import { type OrganizationScope, organizationScope } from '../../platform/db/scope.ts';

const LEADS = 1_500;
const BATCH = 100;
/** Rows that repeat the first ones, far behind them. */
const REPEATED = 30;

let app: TestApp;
let user: SignedIn;
let scope: OrganizationScope;

beforeEach(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
  scope = organizationScope(app.context.db.app, user.user.organizationId);
  await insertStored(
    app.context.db.owner,
    user.user.organizationId,
    'organization_id, id, phone, number_valid, country',
    `SELECT $1::uuid, gen_random_uuid(), '+4915123' || (100000 + n), true, 'Germany'
     FROM generate_series(1, $2::int) AS n`,
    [LEADS],
  );
  await app.context.db.owner.query(
    `INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
     SELECT $1, d.dimension, d.value, gen_random_uuid(), $2::int, CASE d.dimension WHEN 'created' THEN 0 ELSE $2::int END, 0
     FROM (VALUES ('all', ''), ('country', 'Germany'), ('brand', ''), ('source', ''), ('status', 'new'), ('sold', 'false'),
       ('hlr', '0'), ('whatsapp', '0'), ('number', 'valid'),
       ('created', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'))) AS d (dimension, value)`,
    [user.user.organizationId, LEADS],
  );
  // As after an import.
  await app.context.db.owner.query('ANALYZE leads, lead_search');
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});

afterEach(() => app.close());

/** Starts a status update with all numbers in national spelling and the first ones again with +. */
function beginStatusUpdate(): Promise<string> {
  const row = (rowNumber: number, identifier: string): ListRow => {
    return { rowNumber, identifier, value: null, country: null };
  };
  const rows = Array.from({ length: LEADS + REPEATED }, (_, n) =>
    n < LEADS ? row(n + 2, `0151 23 ${100_001 + n}`) : row(n + 2, `+4915123${100_001 + n - LEADS}`),
  );
  const { id, username } = user.user;
  const editor = { actor: { id, username }, origin: { ipAddress: '127.0.0.1', userAgent: null } };
  const action = { type: 'updateHlr', hlrType: 'phone', statusValue: 'Active' } as const;
  return scope.transaction((tx) => beginList(tx, { action, detail: 'all.csv', editor }, [rows]));
}

function progress(id: string): Promise<BulkOperation> {
  return progressOf(user, id);
}

/** Returns how many leads have the status, and how many timeline events all leads have together. */
async function set(): Promise<{ leads: number; events: number }> {
  const { rows } = await app.context.db.owner.query<{ leads: number; events: number }>(
    `SELECT (SELECT count(*) FROM leads WHERE hlr = 'Active') AS leads, (SELECT count(*) FROM lead_events) AS events`,
  );
  return rows[0] ?? { leads: -1, events: -1 };
}

/** Lets a status update run until it has committed a batch, then calls `stop`. */
async function interrupted(
  id: string,
  stop: () => Promise<void> | void,
  signal?: AbortSignal,
): Promise<void> {
  const working = runOperation(app.context.db.app, scope, id, { signal, batch: BATCH }).catch(
    () => undefined,
  );
  await until('a batch is committed', async () => (await progress(id)).done > 0);
  await stop();
  await working;
}

async function expectAllDoneOnce(id: string): Promise<void> {
  const jobs = await startJobs(app.context);
  const ended = await endOfBulk(user, id);
  expect(ended).toMatchObject({
    status: 'completed',
    total: LEADS + REPEATED,
    done: LEADS + REPEATED,
    changed: LEADS,
    unchanged: REPEATED,
    refused: 0,
  });
  expect(await set()).toEqual({ leads: LEADS, events: LEADS });
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  expect(await auditOf(app, user.user.organizationId, 'update_hlr')).toHaveLength(1);
  expect(await runUndoCall(user, id)).toMatchObject({ changed: LEADS, refused: 0 });
  expect((await set()).leads).toBe(0);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  await jobs.stop();
}

test('a list that is told to stop goes on where it stopped, and no row is done twice', async () => {
  const id = await beginStatusUpdate();
  const stopping = new AbortController();
  await interrupted(id, () => stopping.abort(), stopping.signal);
  const between = await progress(id);
  expect(between.status).toBe('processing');
  expect(between.done).toBeLessThan(LEADS);
  expect(await set()).toEqual({ leads: between.done, events: between.done });
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  await expectAllDoneOnce(id);
});

test('a worker whose connections are cut in the middle of a batch loses that batch alone', async () => {
  const id = await beginStatusUpdate();
  await interrupted(id, async () => {
    await app.context.db.owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'lead-manager'
         AND usename <> current_user`,
    );
  });
  const between = await progress(id);
  expect(between.status).toBe('processing');
  expect(await set()).toEqual({ leads: between.done, events: between.done });
  await expectAllDoneOnce(id);
});

test('two workers at once do each row once', async () => {
  const id = await beginStatusUpdate();
  await Promise.all([1, 2, 3].map(() => runOperation(app.context.db.app, scope, id, { batch: BATCH })));
  await expectAllDoneOnce(id);
});

test('new phones are decided row by row, however few are committed together, and undone lead by lead', async () => {
  const { rows: leads } = await app.context.db.owner.query<{ id: string; phone: string }>(
    'SELECT id, phone FROM leads ORDER BY phone LIMIT 40',
  );
  // Each lead takes the number of the lead before it, and the first frees its own.
  const row = (rowNumber: number, identifier: string, value: string): ListRow => {
    return { rowNumber, identifier, value, country: null };
  };
  const rows = leads.map(({ id }, n) =>
    row(n + 2, id, n === 0 ? '+4930901820' : (leads[n - 1]?.phone ?? '')),
  );
  const again = row(100, leads[0]?.id ?? '', '+4930901821');
  const { id: actor, username } = user.user;
  const editor = { actor: { id: actor, username }, origin: { ipAddress: '127.0.0.1', userAgent: null } };
  const id = await scope.transaction((tx) =>
    beginList(tx, { action: { type: 'updatePhones' }, detail: 'x.csv', editor }, [[...rows, again]]),
  );
  await runOperation(app.context.db.app, scope, id, { batch: 3 });
  expect(await progress(id)).toMatchObject({ status: 'completed', changed: 40, refused: 1 });
  const { body: undo } = await user.post<BulkOperation>(`/api/leads/bulk/${id}/undo`);
  await runOperation(app.context.db.app, scope, undo.id, { batch: 3 });
  expect(await progress(undo.id)).toMatchObject({ status: 'completed', done: 40, changed: 40, refused: 0 });
  const { rows: after } = await app.context.db.owner.query(
    'SELECT id, phone FROM leads ORDER BY phone LIMIT 40',
  );
  expect(after).toEqual(leads);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});

test('new phones of batches that have nothing in common are written side by side, and each once', async () => {
  const { rows: leads } = await app.context.db.owner.query<{ id: string; phone: string }>(
    'SELECT id, phone FROM leads ORDER BY phone',
  );
  const { id: actor, username } = user.user;
  const editor = { actor: { id: actor, username }, origin: { ipAddress: '127.0.0.1', userAgent: null } };
  const rows = leads.map(({ id }, n): ListRow => {
    return { rowNumber: n + 2, identifier: id, value: `0151 24 ${100_001 + n}`, country: null };
  });
  const id = await scope.transaction((tx) =>
    beginList(tx, { action: { type: 'updatePhones' }, detail: 'x.csv', editor }, [rows]),
  );
  const workers = [1, 2].map(() => runOperation(app.context.db.app, scope, id, { batch: 100 }));
  await Promise.all(workers);
  expect(await progress(id)).toMatchObject({ status: 'completed', done: LEADS, changed: LEADS });
  const { rows: after } = await app.context.db.owner.query<{ phone: string; version: number }>(
    'SELECT phone, version FROM leads ORDER BY phone',
  );
  expect(after).toEqual(leads.map((_, n) => ({ phone: `+4915124${100_001 + n}`, version: 2 })));
  expect(await auditOf(app, user.user.organizationId, 'update_phones')).toHaveLength(1);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});

test('a client that goes away stops nothing', async () => {
  const leaving = new AbortController();
  const call = user.send('/api/leads/update-hlr', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumbers: ['015123100001'], hlrType: 'phone', statusValue: 'Active' }),
    signal: leaving.signal,
  });
  const [operation] = await until('the list is there', async () => {
    const { body } = await user.get<BulkOperation[]>('/api/leads/bulk');
    return body.length > 0 ? body : null;
  });
  leaving.abort();
  await expect(call).rejects.toThrow();
  const jobs = await startJobs(app.context);
  expect(await endOfBulk(user, operation?.id ?? '')).toMatchObject({ status: 'completed', changed: 1 });
  await jobs.stop();
});
