import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, leadsOf, postImport } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { storing, UNASKED } from '#tests/support/stored-leads.ts';
import { importDetail } from '#tests/support/undo.ts';
import { until } from '#tests/support/until.ts';
import { insertLeads } from '../../lead/store/store.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids.ts';
import { runImport } from './run-import.ts';

// An import that creates and updates does nothing twice, whatever comes between its batches.

const LEADS = 200;
const BATCH_ROWS = 5;

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

function run(importId: string): Promise<unknown> {
  const scope = scopeOf(app.context, user.user.organizationId);
  return runImport(app.context.db.app, scope, importId, { batchRows: BATCH_ROWS });
}

async function newest(): Promise<string> {
  const { body } = await user.get<{ id: string }[]>('/api/imports');
  return body[0]?.id ?? '';
}

async function begun(rows: string[][], importMode: { mode: string; matchField?: string }): Promise<string> {
  const response = await postImport(user, csvFile([['email', 'city'], ...rows]), {
    fieldMapping: { email: 'email', city: 'city' },
    importMode,
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  return newest();
}

test('an import whose connections break in the middle of a batch', async () => {
  const known = Array.from({ length: LEADS / 2 }, (_, n) => [`lead-${n * 2}@example.com`, 'Rome']);
  await run(await begun(known, { mode: 'create' }));
  // Every other row updates a lead, and each row comes again, which updates the lead that it became.
  const once = Array.from({ length: LEADS }, (_, n) => [`lead-${n}@example.com`, 'Oslo']);
  const again = once.map(([email]) => [email ?? '', 'Bergen']);
  const id = await begun([...once, ...again], { mode: 'createOrUpdate', matchField: 'email' });

  const { owner } = app.context.db;
  const lock = await owner.connect();
  const broken = run(id).then(
    () => 'finished',
    () => 'broken',
  );
  await until('a batch is committed', async () => ((await importDetail(user, id)).imported ?? 0) > 0);
  await until('nobody may write leads', async () => {
    await lock.query("BEGIN; SET LOCAL lock_timeout = '100ms'");
    const locked = await lock.query('LOCK TABLE leads IN SHARE MODE').then(
      () => true,
      () => false,
    );
    if (!locked) await lock.query('ROLLBACK');
    return locked;
  });
  await until('a batch waits', async () => {
    const { rowCount } = await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND backend_type = 'client backend'`,
    );
    return (rowCount ?? 0) > 0;
  });
  await lock.query('ROLLBACK');
  lock.release();

  expect(await broken).toBe('broken');
  expect((await importDetail(user, id)).status).toBe('processing');
  expect(await run(id)).toBe('finished');
  expect(await importDetail(user, id)).toMatchObject({
    status: 'completed',
    totalRows: 2 * LEADS,
    imported: LEADS / 2,
    updated: LEADS / 2 + LEADS,
    duplicates: 0,
    skipped: 0,
    errors: 0,
  });
  const leads = await leadsOf(user);
  expect(leads).toHaveLength(LEADS);
  expect(new Set(leads.map(({ city }) => city))).toEqual(new Set(['Bergen']));
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});

test('a lead that somebody else creates after the search for it is updated', async () => {
  const { organizationId } = user.user;
  const id = await begun([['late@example.com', 'Oslo']], { mode: 'createOrUpdate', matchField: 'email' });
  const running = await storing(app.context.db.owner, organizationId, async (tx) => {
    await insertLeads(tx, {
      admission: UNASKED,
      columns: ['organization_id', 'id', 'email', 'number_valid'],
      source: "SELECT $1::uuid, $2::uuid, 'late@example.com', false",
      values: [organizationId, newId()],
    });
    const writing = run(id);
    await until('the import waits for the other lead', async () => {
      const { rowCount } = await app.context.db.owner.query(
        "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'",
      );
      return (rowCount ?? 0) > 0;
    });
    return { writing };
  });
  expect(await running.writing).toBe('finished');
  expect(await importDetail(user, id)).toMatchObject({ imported: 0, updated: 1, duplicates: 0 });
  const late = (await leadsOf(user)).filter(({ email }) => email === 'late@example.com');
  expect(late.map(({ city }) => city)).toEqual(['Oslo']);
});
