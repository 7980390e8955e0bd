import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, beginBulkCall, endOfBulk, progressOf } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { insertStored } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import { startJobs } from '../../jobs.ts';
import { runOperation } from '../../lead/operations/run.ts';
import { type OrganizationScope, organizationScope } from '../../platform/db/scope.ts';

/** Enough leads for two lanes. */
const LEADS = 10_200;
const BATCH = 300;

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
    'organization_id, id, email',
    "SELECT $1::uuid, gen_random_uuid(), 'lead-' || n || '@example.com' FROM generate_series(1, $2::int) AS n",
    [LEADS],
  );
  await app.context.db.owner.query(
    `INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
     SELECT $1, d.dimension, d.value, gen_random_uuid(), $2, 0, 0
     FROM (VALUES ('all', ''), ('country', ''), ('brand', ''), ('source', ''), ('status', 'new'), ('sold', 'false'),
       ('hlr', '0'), ('whatsapp', '0'), ('number', ''),
       ('created', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'))) AS d (dimension, value)`,
    [user.user.organizationId, LEADS],
  );
  // As after an import.
  await app.context.db.owner.query('ANALYZE leads, lead_search');
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});

afterEach(() => app.close());

/** Returns how many leads have how many timeline events. */
async function eventCounts(): Promise<{ events: number; leads: number }[]> {
  const { rows } = await app.context.db.owner.query<{ events: number; leads: number }>(
    `SELECT events, count(*)::int AS leads FROM (
       SELECT count(e.id)::int AS events FROM leads l
       LEFT JOIN lead_events e ON e.organization_id = l.organization_id AND e.lead_id = l.id
       WHERE l.organization_id = $1 GROUP BY l.id) AS each
     GROUP BY 1 ORDER BY 1`,
    [user.user.organizationId],
  );
  return rows;
}

function progress(id: string): Promise<BulkOperation> {
  return progressOf(user, id);
}

/** Lets an operation run until it has committed a batch, then calls `stop`. */
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
  await jobs.stop();
  expect(ended).toMatchObject({ status: 'completed', done: LEADS, changed: LEADS });
  expect(await eventCounts()).toEqual([{ events: 1, leads: LEADS }]);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  expect(await auditOf(app, user.user.organizationId, 'bulk_update')).toHaveLength(1);
}

test('a job that is told to stop goes on where it stopped, and no lead is done twice', async () => {
  const { id } = await beginBulkCall(user, { filter: {} }, { type: 'status', status: 'qualified' });
  const stopping = new AbortController();
  await interrupted(id, () => stopping.abort(), stopping.signal);
  const between = await progress(id);
  expect(between).toMatchObject({ status: 'processing' });
  expect(between.done).toBeLessThan(LEADS);
  expect(await eventCounts()).toEqual([
    { events: 0, leads: LEADS - between.done },
    { events: 1, leads: between.done },
  ]);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  await expectAllDoneOnce(id);
});

test('a worker whose connections are cut in the middle of a batch loses that batch alone', async () => {
  const { id } = await beginBulkCall(user, { filter: {} }, { type: 'status', status: 'qualified' });
  await interrupted(id, async () => {
    await app.context.db.owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'lead-manager'
         AND usename <> current_user`,
    );
  });
  const between = await progress(id);
  expect(between).toMatchObject({ status: 'processing' });
  expect(await eventCounts()).toEqual([
    { events: 0, leads: LEADS - between.done },
    { events: 1, leads: between.done },
  ]);
  await expectAllDoneOnce(id);
});

test('two workers at once do each lead once', async () => {
  const { id } = await beginBulkCall(user, { filter: {} }, { type: 'status', status: 'qualified' });
  await Promise.all([1, 2, 3].map(() => runOperation(app.context.db.app, scope, id, { batch: BATCH })));
  await expectAllDoneOnce(id);
});
