import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import { runAdmin } from '#tests/support/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { compactSegments } from '#tests/support/segments.ts';
import { until } from '#tests/support/until.ts';
import { maintainIndexAndOrder } from '../../lead/list/sort/maintain-order.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

interface Found {
  leads: { city: string | null }[];
  total: number;
}

test('a damaged index answers right again, while the server runs', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => [
    `lead${n}@example.com`,
    n % 3 === 0 ? 'Acme' : 'Bolt',
    `Town ${n % 7}`,
  ]);
  await importLeads(user, csvFile([['email', 'brand', 'city'], ...rows]), {
    fieldMapping: { email: 'email', brand: 'brand', city: 'city' },
  });
  const scope = scopeOf(app.context, user.user.organizationId);
  await compactSegments(scope, 100);
  await until(
    'the order is made',
    async () => (await maintainIndexAndOrder(scope, app.context.threads)) === 'nothing',
  );
  const asked = [
    'brand=Acme',
    'search=lead12',
    'brand=Bolt&sort=city&limit=200',
    'sort=brand&order=desc&limit=50',
  ];
  const answers = async (): Promise<Found[]> =>
    Promise.all(asked.map(async (query) => (await user.get<Found>(`/api/leads?${query}`)).body));
  const right = await answers();
  expect(right.map(({ total }) => total)).toEqual([100, 11, 200, 300]);
  await scope.transaction(async (tx) => {
    const of = 'WHERE organization_id = $1';
    for (const damage of [
      `UPDATE lead_bitmaps SET bits = ~bits ${of}`,
      `UPDATE lead_segments SET dictionary = '', postings = '', trigrams = '' ${of}`,
      `UPDATE lead_sort_buckets SET buckets = decode(repeat('00', length(buckets)), 'hex') ${of}`,
    ]) {
      await tx.query(damage, [tx.organizationId]);
    }
  });
  expect((await answers()).map(({ total }) => total)).not.toEqual([100, 11, 200, 300]);
  const { code, out, err } = await runAdmin(
    ['rebuild-index', '--organization', user.user.organization.name],
    {
      DATABASE_URL: app.context.db.urls.owner,
    },
  );
  expect([code, out, err]).toEqual([0, `${user.user.organization.name}: 2 segments rebuilt\n`, '']);
  expect(await answers()).toEqual(right);
});
