import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, endOfBulk, progressOf } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { insertStored } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import { startJobs } from '../../jobs.ts';
import { runOperation } from '../../lead/operations/run.ts';
import { beginBulk } from '../../lead/operations/start.ts';
import { type OrganizationScope, organizationScope } from '../../platform/db/scope.ts';

/** Enough leads for two lanes. Every twentieth number is shared with an older lead. */
const LEADS = 10_200;
const EVERY = 20;
const CONFLICTS = LEADS / EVERY;
const FIXED = LEADS - CONFLICTS;
const BATCH = 300;

let app: TestApp;
let user: SignedIn;
let scope: OrganizationScope;

beforeEach(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
  scope = organizationScope(app.context.db.app, user.user.organizationId);
  // The lead that shares a number stands in the other half: another lane comes to it, in whatever order.
  await insertStored(
    app.context.db.owner,
    user.user.organizationId,
    'organization_id, id, phone, country',
    `SELECT $1::uuid, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
       '0151_' || lpad((CASE WHEN n % ${EVERY} = 0 THEN (n + ${LEADS / 2 + 1}) % ${LEADS} ELSE n END + 1000000)::text, 8, '0'),
       'Germany'
     FROM generate_series(0, $2::int - 1) AS n`,
    [LEADS],
  );
  await app.context.db.owner.query(
    `INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
     SELECT $1, d.dimension, d.value, gen_random_uuid(), $2, 0, 0
     FROM (VALUES ('all', ''), ('country', 'Germany'), ('brand', ''), ('source', ''), ('status', 'new'),
       ('sold', 'false'), ('hlr', '0'), ('whatsapp', '0'), ('number', 'invalid'),
       ('created', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')))
       AS d (dimension, value)`,
    [user.user.organizationId, LEADS],
  );
  // As after an import.
  await app.context.db.owner.query('ANALYZE leads, lead_search');
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});

afterEach(() => app.close());

function begin(): Promise<BulkOperation> {
  return scope.transaction((tx) =>
    beginBulk(
      tx,
      { filter: { phoneValid: 'invalid' } },
      { type: 'fixPhones' },
      {
        actor: { id: user.user.id, username: user.user.username },
        origin: { ipAddress: '127.0.0.1', userAgent: null },
      },
    ),
  );
}

function progress(id: string): Promise<BulkOperation> {
  return progressOf(user, id);
}

async function counted(): Promise<{ valid: number; told: number; reported: number; numbered: number }> {
  const { rows } = await app.context.db.owner.query(
    `SELECT (SELECT count(*) FROM leads WHERE organization_id = $1 AND number_valid)::int AS valid,
       (SELECT count(*) FROM lead_events WHERE organization_id = $1)::int AS told,
       (SELECT count(DISTINCT lead_id) FROM operation_rows WHERE organization_id = $1)::int AS reported,
       (SELECT coalesce(max(row_number), 0) FROM operation_rows WHERE organization_id = $1)::int AS numbered`,
    [user.user.organizationId],
  );
  return rows[0];
}

/** Expects the oldest lead to own each contested number, and the report to name that lead. */
async function expectFirstToHaveIt(): Promise<void> {
  const { rows } = await app.context.db.owner.query<{ wrong: number }>(
    `SELECT count(*)::int AS wrong FROM operation_rows r
     JOIN leads l ON l.organization_id = r.organization_id AND l.phone = r.value AND l.number_valid
     WHERE r.organization_id = $1
       AND (l.id >= r.lead_id OR r.message <> 'Another lead already has this phone: ' || l.id)`,
    [user.user.organizationId],
  );
  expect(rows).toEqual([{ wrong: 0 }]);
}

async function expectAllDoneOnce(id: string): Promise<void> {
  const jobs = await startJobs(app.context);
  const ended = await endOfBulk(user, id);
  await jobs.stop();
  expect(ended).toMatchObject({
    status: 'completed',
    action: 'fixPhones',
    done: LEADS,
    changed: FIXED,
    refused: CONFLICTS,
  });
  expect(await counted()).toEqual({ valid: FIXED, told: FIXED, reported: CONFLICTS, numbered: CONFLICTS });
  await expectFirstToHaveIt();
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  expect(await auditOf(app, user.user.organizationId, 'fix_phones')).toEqual([
    expect.objectContaining({ details: expect.objectContaining({ changed: FIXED, refused: CONFLICTS }) }),
  ]);
}

test('a job that is told to stop goes on where it stopped, and no number is fixed twice', async () => {
  const { id } = await begin();
  const stopping = new AbortController();
  const working = runOperation(app.context.db.app, scope, id, {
    signal: stopping.signal,
    batch: BATCH,
  });
  await until('a batch is committed', async () => (await progress(id)).done > 0);
  stopping.abort();
  await working;
  const between = await progress(id);
  expect(between).toMatchObject({ status: 'processing' });
  expect(between.done).toBeLessThan(LEADS);
  expect(await counted()).toMatchObject({ valid: between.changed, reported: between.refused });
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  await expectAllDoneOnce(id);
});

test('a worker whose connections are cut in the middle of a batch loses that batch alone', async () => {
  const { id } = await begin();
  const working = runOperation(app.context.db.app, scope, id, { batch: BATCH }).catch(() => undefined);
  await until('a batch is committed', async () => (await progress(id)).done > 0);
  await app.context.db.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'lead-manager'
       AND usename <> current_user`,
  );
  await working;
  const between = await progress(id);
  expect(between).toMatchObject({ status: 'processing' });
  expect(await counted()).toMatchObject({ valid: between.changed, reported: between.refused });
  await expectAllDoneOnce(id);
});

test('a number that a new lead takes meanwhile is a conflict, and the rest goes on', async () => {
  const { id } = await begin();
  const stopping = new AbortController();
  const working = runOperation(app.context.db.app, scope, id, {
    signal: stopping.signal,
    batch: BATCH,
  });
  await until('a batch is committed', async () => (await progress(id)).done > 0);
  stopping.abort();
  await working;
  const { rows } = await app.context.db.owner.query<{ id: string; phone: string }>(
    `SELECT id, phone FROM leads WHERE organization_id = $1 AND NOT number_valid AND phone NOT IN (
       SELECT phone FROM leads WHERE organization_id = $1 GROUP BY phone HAVING count(*) > 1)
     ORDER BY id LIMIT 1`,
    [user.user.organizationId],
  );
  const number = rows[0]?.phone.replace('0151_', '+49151');
  const { status } = await user.post('/api/leads', { phone: number, firstName: 'Quick' });
  expect(status).toBe(201);
  const jobs = await startJobs(app.context);
  const ended = await endOfBulk(user, id);
  await jobs.stop();
  expect(ended).toMatchObject({ status: 'completed', changed: FIXED - 1, refused: CONFLICTS + 1 });
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});
