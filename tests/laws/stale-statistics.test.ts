import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BulkAction } from '#contract/bulk.ts';
import type { Condition } from '#contract/lead-conditions.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, endOfBulk, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { type WatchedPlans, watchPlans } from '#tests/support/plans.ts';
import { compactSegments } from '#tests/support/segments.ts';
import { undoneImport } from '#tests/support/undo.ts';

// PostgreSQL's statistics know the large organizations of before, not a new one. The work of a statement on many leads must grow
// with their number nevertheless, not with its square.

const LEADS = 1_000;
/** Rows that all nodes of a statement's plan may handle for a lead. Comparing each lead with each takes several times `LEADS`. */
const ROWS_PER_LEAD = 200;
const ROWS = Array.from({ length: LEADS }, (_, n) => [
  `lead-${n}@example.com`,
  `+447911${String(100_000 + n)}`,
  `Town ${n}`,
]);
const HEADER = ['email', 'phone', 'city'];
const PLAN = { fieldMapping: { email: 'email', phone: 'phone', city: 'city' } };
const TABLES = ['leads', 'lead_search', 'lead_events', 'lead_sales', 'bulk_operations'];

let app: TestApp;
let plans: WatchedPlans;
let user: SignedIn;
let importId: string;

beforeAll(async () => {
  app = await startTestApp();
  const { owner } = app.context.db;
  for (const table of TABLES) await owner.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  const first = await signUp(app.url);
  // Statistics that know one organization well take any other for empty.
  await importLeads(first, csvFile([HEADER, ...ROWS]), PLAN);
  await runBulkCall(first, { filter: {} }, { type: 'markSold', customerNumber: 'C1' });
  await owner.query('ANALYZE');
  // An import has the tables analyzed when it ends; other operations may begin before, and other ways to add leads don't.
  plans = watchPlans({ skip: (text) => text.startsWith('ANALYZE') });
});

afterAll(async () => {
  plans.stop();
  await app.close();
});

beforeEach(async () => {
  user = await signUp(app.url);
  ({ importId } = await importLeads(user, csvFile([HEADER, ...ROWS]), PLAN));
});

/** Expects that no statement on leads during `work` does too much for this many of them. */
async function expectLinear<T>(
  work: () => Promise<T>,
  leads = LEADS,
  rowsPerLead = ROWS_PER_LEAD,
): Promise<T> {
  plans.seen.length = 0;
  const result = await work();
  expect(plans.seen.some(({ rows }) => rows >= leads)).toBe(true);
  expect(plans.seen.filter(({ rows }) => rows > rowsPerLead * leads)).toEqual([]);
  return result;
}

test('PostgreSQL keeps no statistics of organizations', async () => {
  const { rows } = await app.context.db.owner.query(
    `SELECT c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'organization_id'
       AND a.attstattarget IS DISTINCT FROM 0`,
  );
  expect(rows).toEqual([]);
});

/** Runs an action on all leads; returns its id. */
async function bulk(action: BulkAction): Promise<string> {
  const { id, changed } = await runBulkCall(user, { filter: {} }, action);
  expect(changed).toBe(LEADS);
  return id;
}

const undo = async (id: string) => expect((await runUndoCall(user, id)).changed).toBe(LEADS);

const ACTIONS: BulkAction[] = [
  { type: 'status', status: 'contacted' },
  { type: 'addTags', tags: ['new'] },
  { type: 'markSold', customerNumber: 'C1' },
  { type: 'setField', field: 'brand', value: 'Acme' },
  { type: 'delete' },
];
for (const action of ACTIONS) {
  test(`bulk ${action.type} and its undo`, () => expectLinear(async () => undo(await bulk(action))));
}

test('a return of sales and its undo', () =>
  expectLinear(async () => {
    await bulk({ type: 'markSold', customerNumber: 'C1' });
    await undo(await bulk({ type: 'returnSale' }));
  }));

test('the file of a delivery, and of a customer', () =>
  expectLinear(async () => {
    const id = await bulk({ type: 'markSold', customerNumber: 'C1' });
    for (const path of [`/api/leads/deliveries/${id}`, '/api/customers/deliveries?customer=C1']) {
      const response = await user.send(path, {});
      expect((await response.text()).split('\n').length).toBeGreaterThan(LEADS);
    }
  }));

test('a count beside many changed leads: each change is read once, not once for each segment', async () => {
  const segments = LEADS / 10;
  await compactSegments(scopeOf(app.context, user.user.organizationId), LEADS / segments);
  await bulk({ type: 'status', status: 'contacted' });
  const count = () => user.get<{ total: number }>('/api/leads?status=contacted&isSold=false');
  expect((await expectLinear(count, LEADS, segments / 2)).body.total).toBe(LEADS);
});

test('an undo of leads that other operations changed, which were undone', () =>
  expectLinear(async () => {
    const first = await bulk({ type: 'status', status: 'contacted' });
    for (const tag of ['a', 'b', 'c', 'd']) await undo(await bulk({ type: 'addTags', tags: [tag] }));
    await undo(first);
  }));

test('the bin: restored, and deleted for good', () =>
  expectLinear(async () => {
    for (const type of ['restore', 'purge'] as const) {
      await bulk({ type: 'delete' });
      const { changed } = await runBulkCall(user, { filter: { bin: 'true' } }, { type });
      expect(changed).toBe(LEADS);
    }
  }));

test('lists of statuses, sales and phones, and their undo', () =>
  expectLinear(async () => {
    const [emails, phones] = [0, 1].map((column) => ROWS.map((row) => row[column]));
    const lists: [string, object][] = [
      ['update-hlr', { phoneNumbers: phones, hlrType: 'phone', statusValue: 'dead' }],
      ['mark-sold', { identifiers: emails, identifierType: 'email', customerNumber: 'C7' }],
    ];
    for (const [path, body] of lists) {
      const begun = await user.post<{ operationId: string }>(`/api/leads/${path}`, body);
      expect([path, begun.status]).toEqual([path, 200]);
      await endOfBulk(user, begun.body.operationId);
      await undo(begun.body.operationId);
    }
  }));

test('an import that updates, its undo, and the undo of the first import', () =>
  expectLinear(async () => {
    const changed = ROWS.map(([email = '', phone = '', city]) => [email, phone, `${city}, Élysée`]);
    const importMode = { mode: 'update', matchField: 'email' };
    const update = await importLeads(user, csvFile([HEADER, ...changed]), { ...PLAN, importMode });
    expect(update.stats.updated).toBe(LEADS);
    for (const id of [update.importId, importId]) {
      expect(await undoneImport(user, id)).toMatchObject({ status: 'completed' });
    }
  }));

test('the sample data: added, and removed', () =>
  expectLinear(async () => {
    const path = '/api/dashboard/sample-data';
    expect((await user.post(path, {})).status).toBe(200);
    expect((await call(user, 'DELETE', path)).status).toBe(200);
  }, 5_000));

/** Reads pages of a list, one of them deep. */
async function readPages(path: string, queries: readonly Record<string, string>[]): Promise<void> {
  for (const query of queries) {
    for (const offset of ['0', String(LEADS - 50)]) {
      const all = `${path}?${new URLSearchParams({ limit: '50', offset, ...query })}`;
      expect([all, (await user.get(all)).status]).toEqual([all, 200]);
    }
  }
}

test('lists by sales and imports, of sales, of the trash, of likely duplicates', () =>
  expectLinear(async () => {
    await bulk({ type: 'markSold', customerNumber: 'C1' });
    const changed = ROWS.map(([email = '', phone = '', city]) => [email, phone, `New ${city}`]);
    const importMode = { mode: 'update', matchField: 'email' };
    const update = await importLeads(user, csvFile([HEADER, ...changed]), { ...PLAN, importMode });
    const conditions: Condition[] = [
      { field: 'soldAt', operator: 'lastDays', values: ['7'] },
      { field: 'import', operator: 'is', values: [importId] },
      { field: 'import', operator: 'is', values: [update.importId] },
      { field: 'import', operator: 'isNot', values: [update.importId] },
    ];
    for (const condition of conditions) {
      const where = JSON.stringify([[condition.field, condition.operator, ...condition.values]]);
      await readPages('/api/leads', [{ where }, { where, sort: 'city' }, { where, search: 'town' }]);
    }
    await readPages('/api/leads', [{ customer: 'C1' }, { import: importId }, { import: update.importId }]);
    await readPages('/api/customers/sales', [{ customer: 'C1' }]);
    await call(user, 'GET', '/api/customers');
    await call(user, 'GET', '/api/duplicates');
    await bulk({ type: 'delete' });
    await readPages('/api/leads/bin', [{}, { search: 'town' }]);
  }));
