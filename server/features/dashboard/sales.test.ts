import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { dashboardSales, dashboardSuppliers } from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { undoneImport } from '#tests/support/undo.ts';

type Sales = ReplyOf<typeof dashboardSales>;
type Suppliers = ReplyOf<typeof dashboardSuppliers>;

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});
afterAll(() => app.close());

const figures = (sold: number, returned: number, ...revenue: [string, string][]) => ({
  sold,
  returned,
  revenue: revenue.map(([currency, amount]) => ({ currency, amount })),
});
const MARCH = '/api/dashboard/sales?from=2026-03-01&to=2026-03-31';

describe('sales of a period', () => {
  beforeAll(async () => {
    const plan: [
      number: number,
      customer: string,
      source: string,
      day: string,
      price?: string,
      currency?: string,
    ][] = [
      [0, 'C-1', 'Acme', '2026-03-01T00:00:00Z', '10', 'USD'],
      [1, 'C-1', 'Acme', '2026-03-31T23:59:59Z', '5', 'EUR'],
      [2, 'C-2', 'Bolt', '2026-03-10T12:00:00Z', '10', 'USD'],
      [3, 'C-2', '', '2026-03-11T12:00:00Z'],
      [4, 'C-1', 'Acme', '2026-02-28T23:59:59Z', '7', 'USD'],
      [5, 'C-1', 'Acme', '2026-01-29T00:00:00Z', '1', 'USD'],
      [6, 'C-1', 'Acme', '2026-04-01T00:00:00Z', '1', 'USD'],
      [7, 'C-1', 'Acme', '2026-01-28T23:59:59Z', '1', 'USD'],
    ];
    for (const [n, customerNumber, source, soldAt, price, currency] of plan) {
      const lead: Lead = await makeLead(user, { email: `lead-${n}@example.com`, source });
      const terms = price !== undefined && currency !== undefined ? { price, currency } : {};
      await runBulkCall(user, { ids: [lead.id] }, { type: 'markSold', customerNumber, ...terms });
      await app.context.db.owner.query('UPDATE lead_sales SET sold_at = $2 WHERE lead_id = $1', [
        lead.id,
        soldAt,
      ]);
      if (n === 2) await call(user, 'POST', `/api/leads/${lead.id}/return`);
    }
    await call(user, 'PATCH', '/api/customers/detail?customer=C-2', { name: 'Nordlicht' });
  });

  test('are told with the period before, by source and by buyer; currencies are never added', async () => {
    const { body } = await user.get<Sales>(MARCH);
    expect(body).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
      before: { from: '2026-01-29', to: '2026-02-28' },
      total: {
        now: figures(4, 1, ['EUR', '5.00'], ['USD', '10.00']),
        before: figures(2, 0, ['USD', '8.00']),
      },
      sources: [
        {
          source: 'Acme',
          now: figures(2, 0, ['EUR', '5.00'], ['USD', '10.00']),
          before: figures(2, 0, ['USD', '8.00']),
        },
        { source: '', now: figures(1, 0), before: figures(0, 0) },
        { source: 'Bolt', now: figures(1, 1), before: figures(0, 0) },
      ],
      buyers: [
        {
          customer: 'C-1',
          name: null,
          now: figures(2, 0, ['EUR', '5.00'], ['USD', '10.00']),
          before: figures(2, 0, ['USD', '8.00']),
        },
        { customer: 'C-2', name: 'Nordlicht', now: figures(2, 1), before: figures(0, 0) },
      ],
    });
  });

  test('keep the source of a lead that is changed later', async () => {
    const { body } = await user.get<{ leads: Lead[] }>('/api/leads?search=lead-0@');
    await call(user, 'PATCH', `/api/leads/${body.leads[0]?.id}`, { source: 'Other' });
    const { body: sales } = await user.get<Sales>(MARCH);
    expect(sales.sources.map(({ source }) => source)).not.toContain('Other');
  });

  test('are those of the last 30 days without a period', async () => {
    const { body } = await user.get<Sales>('/api/dashboard/sales');
    const today = new Date().toISOString().slice(0, 10);
    expect(body.to).toBe(today);
    expect((Date.parse(body.to) - Date.parse(body.from)) / 86_400_000).toBe(29);
    expect(Date.parse(body.from) - Date.parse(body.before.to)).toBe(86_400_000);
  });

  test.each([
    ['from=2026-03-31&to=2026-03-01', 'from'],
    ['from=2010-01-01&to=2026-03-01', 'from'],
    ['from=31.03.2026', 'from'],
    ['to=2026-02-30', 'to'],
    ['period=all&from=2026-03-01', 'period'],
    ['period=month', 'period'],
  ])('refuse %s', async (query, field) => {
    const { status, body } = await user.get<{ field: string }>(`/api/dashboard/sales?${query}`);
    expect([status, body.field]).toEqual([400, field]);
  });

  test('of all time begin with the first', async () => {
    const { body } = await user.get<Sales>('/api/dashboard/sales?period=all');
    expect(body.from).toBe('2026-01-28');
    expect(body.to).toBe(new Date().toISOString().slice(0, 10));
    expect(body.total.now).toEqual(figures(8, 1, ['EUR', '5.00'], ['USD', '20.00']));
    expect(body.total.before).toEqual(figures(0, 0));
  });

  test('refuse parameters that they do not know', async () => {
    expect((await user.get('/api/dashboard/sales?days=7')).status).toBe(400);
  });
});

describe('suppliers', () => {
  const COLUMNS = ['email', 'phone', 'source'];
  const fieldMapping = { email: 'email', phone: 'phone', source: 'source' };

  test('have their leads, valid numbers and duplicates of imports that were not undone', async () => {
    const other = await signUp(app.url);
    const rows = [
      ['a@example.com', '+447911123456', 'Acme'],
      ['b@example.com', '12', 'Acme'],
      ['a@example.com', '', 'Acme'],
      ['b@example.com', '', 'Bolt'],
      ['c@example.com', '', ''],
      ['c@example.com', '', ''],
    ];
    await importLeads(other, csvFile([COLUMNS, ...rows]), { fieldMapping });
    const again = [
      ['a@example.com', '', 'Acme'],
      ['d@example.com', '', 'Acme'],
    ];
    const undone = await importLeads(other, csvFile([COLUMNS, ...again]), { fieldMapping });
    expect((await other.get<Suppliers>('/api/dashboard/suppliers')).body).toMatchObject([
      { source: 'Acme', totalLeads: 3, duplicates: 2 },
      { source: '', totalLeads: 1, duplicates: 1 },
      { source: 'Bolt', totalLeads: 0, duplicates: 1 },
    ]);
    await undoneImport(other, undone.importId);
    expect((await other.get<Suppliers>('/api/dashboard/suppliers')).body).toEqual([
      { source: 'Acme', totalLeads: 2, validNumbers: 1, duplicates: 1 },
      { source: '', totalLeads: 1, validNumbers: 0, duplicates: 1 },
      { source: 'Bolt', totalLeads: 0, validNumbers: 0, duplicates: 1 },
    ]);
  });

  test('are those of the leads created and the files imported on some days, in UTC', async () => {
    const other = await signUp(app.url);
    const { owner } = app.context.db;
    const upload = (...rows: string[][]) => importLeads(other, csvFile([COLUMNS, ...rows]), { fieldMapping });
    const early = await upload(['a@example.com', '+447911123456', 'Acme'], ['a@example.com', '', 'Acme']);
    const late = await upload(
      ['b@example.com', '', 'Acme'],
      ['c@example.com', '', 'Bolt'],
      ['b@example.com', '', 'Bolt'],
    );
    for (const [{ importId }, at] of [
      [early, '2026-03-01T00:30:00+01:00'],
      [late, '2026-03-01T00:00:00Z'],
    ] as const) {
      await owner.query('UPDATE imports SET created_at = $2 WHERE id = $1', [importId, at]);
    }
    // The days of leads come with their ids, so theirs is today.
    const today = new Date().toISOString().slice(0, 10);
    const suppliersIn = async (from: string, to: string) =>
      (await other.get<Suppliers>(`/api/dashboard/suppliers?from=${from}&to=${to}`)).body;
    expect(await suppliersIn('2026-02-28', '2026-02-28')).toEqual([
      { source: 'Acme', totalLeads: 0, validNumbers: 0, duplicates: 1 },
    ]);
    expect(await suppliersIn('2026-03-01', '2026-03-31')).toEqual([
      { source: 'Bolt', totalLeads: 0, validNumbers: 0, duplicates: 1 },
    ]);
    expect(await suppliersIn(today, today)).toEqual([
      { source: 'Acme', totalLeads: 2, validNumbers: 1, duplicates: 0 },
      { source: 'Bolt', totalLeads: 1, validNumbers: 0, duplicates: 0 },
    ]);
    expect((await other.get('/api/dashboard/suppliers?from=2026-03-02&to=2026-03-01')).status).toBe(400);
  });

  test('have the duplicates of an import that creates or updates', async () => {
    const other = await signUp(app.url);
    await makeLead(other, { email: 'a@example.com', phone: '+447911123456' });
    const rows = [['x@example.com', '+447911123456', 'Acme']];
    const { stats } = await importLeads(other, csvFile([COLUMNS, ...rows]), {
      fieldMapping,
      importMode: { mode: 'createOrUpdate', matchField: 'email' },
    });
    expect(stats).toMatchObject({ imported: 0, duplicates: 1 });
    expect((await other.get<Suppliers>('/api/dashboard/suppliers')).body).toMatchObject([
      { source: '', totalLeads: 1, duplicates: 0 },
      { source: 'Acme', totalLeads: 0, duplicates: 1 },
    ]);
  });
});

describe.each(['sales', 'suppliers'])('%s', (path) => {
  test('needs a session and tells another organization nothing', async () => {
    expect((await app.anonymous.get(`/api/dashboard/${path}`)).status).toBe(401);
    const { body } = await (await signUp(app.url)).get(`/api/dashboard/${path}`);
    const nothing = { now: figures(0, 0), before: figures(0, 0) };
    if (path === 'sales') expect(body).toMatchObject({ total: nothing, sources: [], buyers: [] });
    else expect(body).toEqual([]);
  });
});
