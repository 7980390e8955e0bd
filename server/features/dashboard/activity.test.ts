import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { dashboardActivity } from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { changeStored } from '#tests/support/stored-leads.ts';
import { undoneImport } from '#tests/support/undo.ts';

type Activity = ReplyOf<typeof dashboardActivity>;

const NONE = {
  created: 0,
  imports: 0,
  imported: 0,
  updated: 0,
  duplicates: 0,
  sold: 0,
  returned: 0,
  revenue: [],
};
const TODAY = new Date().toISOString().slice(0, 10);

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});
afterAll(() => app.close());

async function activity(query = '', client = user): Promise<Activity> {
  const { status, body } = await client.get<Activity>(`/api/dashboard/activity?${query}`);
  expect(status).toBe(200);
  return body;
}

/** Moves the creation of a lead, as its row and the counts have it. */
async function createdAt(id: string, time: string): Promise<void> {
  const { owner } = app.context.db;
  await changeStored(owner, `created_at = '${time}'`, `id = '${id}'`);
  const { rows } = await owner.query<{ organization: string; day: string }>(
    `SELECT organization_id AS organization, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
     FROM leads WHERE id = $1`,
    [id],
  );
  for (const [day, total] of [
    [rows[0]?.day, 1],
    [TODAY, -1],
  ]) {
    await owner.query(
      `INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
       VALUES ($1, 'created', $2, gen_random_uuid(), $3, 0, 0)`,
      [rows[0]?.organization, day, total],
    );
  }
}

async function sold(id: string, time: string, price: string): Promise<void> {
  await runBulkCall(user, { ids: [id] }, { type: 'markSold', customerNumber: 'C-1', price, currency: 'USD' });
  await app.context.db.owner.query('UPDATE lead_sales SET sold_at = $2 WHERE lead_id = $1', [id, time]);
}

const stepsWith = ({ points }: Activity, key: 'created' | 'imports' | 'sold') =>
  points.filter((point) => point[key] > 0).map(({ from, [key]: count }) => [from, count]);

describe('what happened in a period', () => {
  beforeAll(async () => {
    const leads = [
      ['2026-02-28T23:59:59.999Z', '5'],
      // The day is that of UTC: still February.
      ['2026-03-01T00:59:59+01:00', '7'],
      ['2026-03-01T00:00:00Z', '10'],
      ['2026-03-31T23:59:59.999Z', '20'],
      ['2026-03-31T20:00:00-05:00', '40'],
    ] as const;
    for (const [at, [time, price]] of leads.entries()) {
      const { id } = await makeLead(user, { email: `lead-${at}@example.com` });
      await createdAt(id, time);
      await sold(id, time, price);
      if (at === 3) await call(user, 'POST', `/api/leads/${id}/return`);
    }
    const { importId } = await importLeads(user, csvFile([['e'], ['new@example.com'], ['new@example.com']]), {
      fieldMapping: { e: 'email' },
    });
    await app.context.db.owner.query(`UPDATE imports SET created_at = '2026-03-01T00:00:00Z' WHERE id = $1`, [
      importId,
    ]);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('is counted on days in UTC, with the period of the same length before it', async () => {
    const march = await activity('from=2026-03-01&to=2026-03-31');
    expect(march).toMatchObject({
      from: '2026-03-01',
      to: '2026-03-31',
      before: { from: '2026-01-29', to: '2026-02-28' },
      step: 'day',
      total: {
        now: {
          created: 2,
          imports: 1,
          imported: 1,
          updated: 0,
          duplicates: 1,
          sold: 2,
          returned: 1,
          revenue: [{ currency: 'USD', amount: '10.00' }],
        },
        before: { ...NONE, created: 2, sold: 2, revenue: [{ currency: 'USD', amount: '12.00' }] },
      },
    });
    expect(march.points).toHaveLength(31);
    expect(stepsWith(march, 'created')).toEqual([
      ['2026-03-01', 1],
      ['2026-03-31', 1],
    ]);
    expect(march.points[0]).toEqual({
      ...NONE,
      from: '2026-03-01',
      to: '2026-03-01',
      created: 1,
      imports: 1,
      imported: 1,
      duplicates: 1,
      sold: 1,
      revenue: [{ currency: 'USD', amount: '10.00' }],
    });
  });

  test('adds up in steps of a week, the first and last cut', async () => {
    const year = await activity('from=2026-02-26&to=2026-12-31');
    expect(year.step).toBe('week');
    expect(year.points.slice(0, 2).map(({ from, to }) => [from, to])).toEqual([
      ['2026-02-26', '2026-03-01'],
      ['2026-03-02', '2026-03-08'],
    ]);
    expect(year.points.at(-1)).toMatchObject({ from: '2026-12-28', to: '2026-12-31' });
    expect(stepsWith(year, 'sold')).toEqual([
      ['2026-02-26', 3],
      ['2026-03-30', 2],
    ]);
    expect(year.points[0]?.revenue).toEqual([{ currency: 'USD', amount: '22.00' }]);
  });

  test('of all time begins with the first lead, import or sale and ends today', async () => {
    const all = await activity('period=all');
    expect(all).toMatchObject({ from: '2026-02-28', to: TODAY });
    expect(all.total.now).toMatchObject({ created: 6, imports: 1, sold: 5, returned: 1 });
    expect(all.total.before).toEqual(NONE);
    expect(all.points.reduce((sum, { created }) => sum + created, 0)).toBe(6);
  });

  test('is that of the last 30 days without a period', async () => {
    const recent = await activity();
    expect(recent.to).toBe(TODAY);
    expect(recent.points).toHaveLength(30);
    expect(recent.points.at(-1)).toMatchObject({ from: TODAY, to: TODAY, created: 1 });
  });

  test.each([
    ['from=2026-03-02&to=2026-03-01', 'from'],
    ['from=2010-01-01&to=2026-03-01', 'from'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['period=all&to=2026-03-01', 'period'],
    ['period=week', 'period'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await user.get<{ field: string }>(`/api/dashboard/activity?${query}`);
    expect([status, body.field]).toEqual([400, field]);
  });
});

test('leads in the trash and undone imports are left out', async () => {
  const other = await signUp(app.url);
  const { id } = await makeLead(other, { email: 'a@example.com' });
  const { importId } = await importLeads(other, csvFile([['e'], ['b@example.com']]), {
    fieldMapping: { e: 'email' },
  });
  const now = async () => (await activity('', other)).total.now;
  expect(await now()).toMatchObject({ created: 2, imports: 1 });
  await call(other, 'DELETE', `/api/leads/${id}`);
  expect(await now()).toMatchObject({ created: 1, imports: 1 });
  await call(other, 'POST', `/api/leads/${id}/restore`);
  expect(await now()).toMatchObject({ created: 2, imports: 1 });
  await undoneImport(other, importId);
  expect(await now()).toMatchObject({ created: 1, imports: 0, imported: 0 });
  expect(await wrongCounts(app, other.user.organizationId)).toEqual([]);
});

test('needs a session and tells another organization nothing', async () => {
  expect((await app.anonymous.get('/api/dashboard/activity')).status).toBe(401);
  const nothing = await activity('period=all', await signUp(app.url));
  expect(nothing).toMatchObject({ from: TODAY, to: TODAY, total: { now: NONE, before: NONE } });
  expect(nothing.points).toEqual([{ ...NONE, from: TODAY, to: TODAY }]);
});
