import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANY_LEADS } from '#server/lead/change/announce-leads.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { signUp } from '#tests/support/client.ts';
import { until } from '#tests/support/until.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import { statsOf } from './stat-reads.ts';
import { type CountedLead, compactCounts, LeadCounts } from './stat-writes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function counted(over: Partial<CountedLead> = {}): CountedLead {
  return {
    phone: '+447911123456',
    numberValid: true,
    status: 'qualified',
    country: 'France',
    brand: null,
    source: null,
    isSold: false,
    hlr: null,
    whatsapp: null,
    tags: ['vip'],
    ...over,
  };
}

async function newScope(): Promise<OrganizationScope> {
  const { user } = await signUp(app.url);
  return scopeOf(app.context, user.organizationId);
}

function count(
  scope: OrganizationScope,
  sign: 'add' | 'remove',
  over: Partial<CountedLead> = {},
): Promise<void> {
  return scope.transaction(async (tx) => {
    const counts = new LeadCounts();
    counts[sign](counted(over));
    await counts.write(tx);
  });
}

async function entries(scope: OrganizationScope, dimension: string): Promise<number> {
  const { rows } = await app.context.db.owner.query<{ n: number }>(
    'SELECT count(*) AS n FROM lead_stats WHERE organization_id = $1 AND dimension = $2',
    [scope.organizationId, dimension],
  );
  return rows[0]?.n ?? -1;
}

test('many entries of a value become one, and no count changes', async () => {
  const scope = await newScope();
  for (let n = 0; n < 10; n++) await count(scope, 'add', { country: n < 7 ? 'France' : 'Spain' });
  await count(scope, 'remove', { country: 'Spain' });
  const before = await scope.transaction((tx) => statsOf(tx, 'country'));
  expect(await entries(scope, 'country')).toBe(11);
  await scope.transaction((tx) => compactCounts(tx, 2));
  expect(await entries(scope, 'country')).toBe(2);
  expect(await scope.transaction((tx) => statsOf(tx, 'country'))).toEqual(before);
  expect(before).toEqual([
    { value: 'France', total: 7, valid: 7, qualified: 7 },
    { value: 'Spain', total: 2, valid: 2, qualified: 2 },
  ]);
});

test('what adds up to nothing is gone', async () => {
  const scope = await newScope();
  await count(scope, 'add');
  await count(scope, 'remove');
  await scope.transaction((tx) => compactCounts(tx, 2));
  expect(await entries(scope, 'country')).toBe(0);
});

test('a value that only leads in the bin have keeps an entry, so that filters of the bin find it', async () => {
  const user = await signUp(app.url);
  const scope = scopeOf(app.context, user.user.organizationId);
  const { body } = await user.post<{ id: string }>('/api/leads', { email: 'a@example.com', brand: 'Acme' });
  await user.send(`/api/leads/${body.id}`, { method: 'DELETE' });
  await scope.transaction((tx) => compactCounts(tx, 1));
  expect(await entries(scope, 'brand')).toBe(1);
  expect((await user.get('/api/leads?bin=true&brand=acme')).body).toMatchObject({ total: 1 });
  expect(await scope.transaction((tx) => statsOf(tx, 'brand'))).toEqual([]);
});

test('a value with few entries is left as it is', async () => {
  const scope = await newScope();
  for (let n = 0; n < 7; n++) await count(scope, 'add');
  await scope.transaction((tx) => compactCounts(tx));
  expect(await entries(scope, 'country')).toBe(7);
  await count(scope, 'add');
  await scope.transaction((tx) => compactCounts(tx));
  expect(await entries(scope, 'country')).toBe(1);
});

test('another organization keeps its entries', async () => {
  const [one, other] = [await newScope(), await newScope()];
  for (let n = 0; n < 3; n++) for (const scope of [one, other]) await count(scope, 'add');
  await one.transaction((tx) => compactCounts(tx, 2));
  expect([await entries(one, 'all'), await entries(other, 'all')]).toEqual([1, 3]);
});

test('every count is exact at every moment, while some write and others compact', async () => {
  const scope = await newScope();
  const [WRITERS, EACH, LEAST_READS] = [4, 60, 6];
  let committed = 0;
  let begun = 0;
  let writing = true;
  const writers = Array.from({ length: WRITERS }, async () => {
    for (let n = 0; n < EACH; n++) {
      begun++;
      await count(scope, 'add');
      committed++;
    }
  });
  const folders = Array.from({ length: 2 }, async () => {
    while (writing) await scope.transaction((tx) => compactCounts(tx, 2));
  });
  let reads = 0;
  const reader = (async () => {
    while (writing || reads < LEAST_READS) {
      const least = committed;
      const [row] = await scope.transaction((tx) => statsOf(tx, 'tag'));
      const total = row?.total ?? 0;
      expect(total).toBeGreaterThanOrEqual(least);
      expect(total).toBeLessThanOrEqual(begun);
      expect([row?.valid ?? 0, row?.qualified ?? 0]).toEqual([total, total]);
      reads++;
    }
  })();
  await Promise.all(writers);
  writing = false;
  await Promise.all([...folders, reader]);
  await scope.transaction((tx) => compactCounts(tx, 2));
  expect(await entries(scope, 'tag')).toBe(1);
  expect(await scope.transaction((tx) => statsOf(tx, 'tag'))).toEqual([
    { value: 'vip', total: WRITERS * EACH, valid: WRITERS * EACH, qualified: WRITERS * EACH },
  ]);
});

test('a writer does not wait for a compaction that is under way', async () => {
  const scope = await newScope();
  for (let n = 0; n < 3; n++) await count(scope, 'add');
  await scope.transaction(async (tx) => {
    await compactCounts(tx, 2);
    await count(scope, 'add');
    // A second compaction doesn't wait either: it skips the organization.
    await scope.transaction((second) => compactCounts(second, 2));
  });
  expect(await scope.transaction((tx) => statsOf(tx, 'all'))).toMatchObject([{ total: 4 }]);
});

test('the server compacts the counts of an organization soon after its leads changed', async () => {
  const scope = await newScope();
  for (let n = 0; n < 20; n++) await count(scope, 'add');
  await scope.transaction((tx) => notifyChanges(tx, ANY_LEADS));
  await until('the entries are one', async () => (await entries(scope, 'country')) === 1);
  expect(await scope.transaction((tx) => statsOf(tx, 'country'))).toMatchObject([{ total: 20 }]);
});
