import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEAD_SORT_KEYS } from '#contract/lead-sort.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { beginOperation } from '#tests/support/at-work.ts';
import { call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { makeFullSegments } from '#tests/support/segments.ts';
import { insertStored } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import { indexSubstrings, type Left } from '../index/finder.ts';
import { compact } from '../index/maintain.ts';
import { inThreads, maintainIndexAndOrder, putInOrder } from './maintain-order.ts';
import { remakeBuckets } from './order-writes.ts';
import { sortedPage } from './sorted-page.ts';

const SEGMENT = 2_000;

let app: TestApp;
let scope: OrganizationScope;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
  scope = scopeOf(app.context, user.user.organizationId);
  await insert(1, SEGMENT);
});
afterAll(() => app.close());

/** Leads with ascending ids, e-mails that are in no order, and times of creation in that of the ids. */
async function insert(from: number, to: number): Promise<void> {
  await insertStored(
    app.context.db.owner,
    scope.organizationId,
    'organization_id, id, email, created_at',
    `SELECT $1::uuid, ('01900000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-000000000000')::uuid, md5(n::text) || '@mail.test',
       timestamptz '2026-01-01' + n * interval '1 s' FROM generate_series($2::int, $3::int) AS n`,
    [from, to],
  );
}

function order(): Promise<Left> {
  return putInOrder(scope, inThreads(app.context.threads));
}

/** The thresholds of each field. */
async function thresholds(): Promise<Map<string, { made: string; thresholds: string; isCurrent: boolean }>> {
  const rows = await scope.transaction((tx) =>
    tx.query<{ field: string; made: string; thresholds: string; isCurrent: boolean }>(
      'SELECT field, made, thresholds, is_current AS "isCurrent" FROM lead_sort_thresholds WHERE organization_id = $1',
      [tx.organizationId],
    ),
  );
  expect(new Set(rows.map(({ field }) => field)).size).toBe(rows.length);
  return new Map(rows.map(({ field, ...row }) => [field, row]));
}

test('leads are put in order once they are at rest, by each field, and again where a bucket gets crowded', async () => {
  expect(await order()).toBe('nothing');
  expect((await thresholds()).size).toBe(0);
  await insert(SEGMENT + 1, SEGMENT + 1);
  await makeFullSegments(scope, SEGMENT);
  const endOperation = await beginOperation(app.context.db.owner, scope.organizationId);
  expect(await order()).toBe('waiting');
  expect((await thresholds()).size).toBe(0);
  await endOperation();
  await until('nothing is left to do', async () => {
    return (await maintainIndexAndOrder(scope, app.context.threads)) === 'nothing';
  });
  const before = await thresholds();
  expect([...before.keys()].sort()).toEqual(LEAD_SORT_KEYS.filter((key) => key !== 'id').sort());
  expect([...before.values()].every(({ isCurrent }) => isCurrent)).toBe(true);
  // Thresholds keep only a few characters of e-mails that one lead has.
  expect(before.get('email')?.thresholds).toMatch(/^\["[0-9a-f]{1,4}"(,"[0-9a-f]{1,4}")*\]$/);
  await insert(SEGMENT + 2, 4 * SEGMENT + 1);
  await makeFullSegments(scope, SEGMENT);
  expect(await order()).toBe('nothing');
  const after = await thresholds();
  const remade = [...after].filter(([field, { made }]) => made !== before.get(field)?.made);
  expect(remade.map(([field]) => field).sort()).toEqual(['createdAt', 'updatedAt']);
  const { ids, total } = await scope.transaction((tx) =>
    sortedPage(tx, {}, { sort: 'createdAt', descending: false, offset: 5_000, limit: 2 }),
  );
  expect(ids.map((id) => Number.parseInt(id.slice(9, 13), 16))).toEqual([5_001, 5_002]);
  expect(total).toBe(4 * SEGMENT + 1);
});

test('a new custom field is put in order, and nothing is left of one that goes', async () => {
  const id = newId();
  await scope.transaction((tx) =>
    tx.query(
      "INSERT INTO custom_fields (organization_id, id, name, type) VALUES ($1, $2, 'It''s', 'number')",
      [tx.organizationId, id],
    ),
  );
  expect(await order()).toBe('nothing');
  expect((await thresholds()).get(`custom:${id}`)).toMatchObject({ thresholds: '[]', isCurrent: true });
  await scope.transaction((tx) => tx.query('DELETE FROM custom_fields WHERE id = $1', [id]));
  expect(await order()).toBe('nothing');
  expect((await thresholds()).has(`custom:${id}`)).toBe(false);
  const left = await scope.transaction((tx) =>
    tx.query('SELECT FROM lead_sort_buckets WHERE field = $1', [`custom:${id}`]),
  );
  expect(left).toEqual([]);
});

test('a segment that changes during an operation is put in order at its end; pages are right meanwhile', async () => {
  const unordered = async () => {
    const rows = await scope.transaction((tx) =>
      tx.query(
        `SELECT FROM lead_segments s WHERE organization_id = $1 AND NOT EXISTS (
           SELECT FROM lead_sort_buckets b WHERE b.organization_id = $1 AND b.low = s.low AND b.segment_made = s.made)`,
        [tx.organizationId],
      ),
    );
    return rows.length;
  };
  const idOf = (n: number) => `01900000-${n.toString(16).padStart(4, '0')}-7000-8000-000000000000`;
  const firstPage = () =>
    scope.transaction((tx) => sortedPage(tx, {}, { sort: 'email', descending: false, offset: 0, limit: 2 }));
  expect(await unordered()).toBe(0);
  const { ids: before, total } = await firstPage();
  const endOperation = await beginOperation(app.context.db.owner, scope.organizationId);
  await call(user, 'DELETE', `/api/leads/${before[0]}`);
  const edited = idOf(7);
  await call(user, 'PATCH', `/api/leads/${edited}`, { email: '-@mail.test' });
  await compact(scope, {
    changes: 0,
    indexSubstrings,
    onRemade: (tx, made) => remakeBuckets(tx, made, inThreads(app.context.threads)),
  });
  expect(await unordered()).toBeGreaterThan(0);
  expect(await firstPage()).toEqual({ ids: [edited, before[1]], total: (total ?? 0) - 1 });
  await endOperation();
  await until('nothing is left to do', async () => {
    return (await maintainIndexAndOrder(scope, app.context.threads)) === 'nothing';
  });
  expect(await unordered()).toBe(0);
  expect(await firstPage()).toEqual({ ids: [edited, before[1]], total: (total ?? 0) - 1 });
});
