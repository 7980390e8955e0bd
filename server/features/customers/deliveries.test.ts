import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';

let app: TestApp;
let admin: SignedIn;
let leads: Lead[];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await signUp(app.url);
  await admin.post('/api/custom-fields', { name: 'Plan', type: 'text', required: false });
  leads = [];
  for (const [email, firstName] of [
    ['ann@example.com', '=Ann'],
    ['bea@example.com', 'Bea, "B"'],
    ['cleo@example.com', 'Cleo'],
  ]) {
    leads.push(
      await makeLead(admin, { email, firstName, tags: ['vip', 'hot'], customData: { Plan: 'gold' } }),
    );
  }
  await sell('C-1', [0], { price: '2.50', currency: 'USD' });
  await sell('C-1', [1]);
  await sell('C-2', [2]);
});

async function sell(customerNumber: string, numbers: readonly number[], terms = {}): Promise<void> {
  const ids = numbers.map((n) => leads[n]?.id ?? '');
  await runBulkCall(admin, { ids }, { type: 'markSold', customerNumber, ...terms });
}

async function file(query = 'customer=C-1'): Promise<{ response: Response; lines: string[] }> {
  const response = await admin.send(`/api/customers/deliveries?${query}`, {});
  const text = withoutQuotes(await response.text());
  return { response, lines: text.replace('\uFEFF', '').trimEnd().split('\r\n') };
}

test('the file has each sale of the customer with its lead, newest first, and is audited as an export', async () => {
  await call(admin, 'POST', `/api/leads/${leads[0]?.id}/return`, { reason: 'Duplicate' });
  const { response, lines } = await file();
  const day = new Date().toISOString().slice(0, 10);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`deliveries-C-1-${day}.csv`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(lines).toHaveLength(3);
  const [header, second, first] = lines.map((line) => line.split(','));
  expect(header?.slice(0, 6)).toEqual([
    'Sold At',
    'Price',
    'Sale Currency',
    'Returned At',
    'Return Reason',
    'Lead ID',
  ]);
  expect(header?.at(-1)).toBe('Plan');
  expect(lines[1]).toContain(`${leads[1]?.id},"Bea, ""B"""`);
  expect(second?.slice(1, 5)).toEqual(['', '', '', '']);
  expect(first?.slice(1, 6)).toEqual([
    '2.50',
    'USD',
    expect.stringMatching(/^\d{4}-/),
    'Duplicate',
    leads[0]?.id,
  ]);
  // A spreadsheet would run it as a formula.
  expect(lines[2]).toContain(",'=Ann,");
  expect(lines[2]).toContain('"vip, hot"');
  expect(lines[2]).toMatch(/,gold$/);
  expect(await auditOf(app, admin.user.organizationId, 'export_leads')).toMatchObject([
    { resource: `deliveries-C-1-${day}.csv`, details: { customer: 'C-1', format: 'csv', count: 2 } },
  ]);
});

test('a period has its first and its last day, in UTC', async () => {
  const move = (lead: Lead | undefined, time: string) =>
    app.context.db.owner.query('UPDATE lead_sales SET sold_at = $2 WHERE lead_id = $1', [lead?.id, time]);
  await move(leads[0], '2026-03-01T00:00:00Z');
  await move(leads[1], '2026-03-31T23:59:59Z');
  const rowsOf = async (period: string) => (await file(`customer=C-1&${period}`)).lines.length - 1;
  expect(await rowsOf('from=2026-03-01&to=2026-03-31')).toBe(2);
  expect(await rowsOf('from=2026-03-02&to=2026-03-31')).toBe(1);
  expect(await rowsOf('from=2026-03-01&to=2026-03-30')).toBe(1);
  expect(await rowsOf('to=2026-02-28')).toBe(0);
  expect(await rowsOf('from=2026-03-31')).toBe(1);
});

test('where exports take a password, so does the file', async () => {
  await call(admin, 'POST', '/api/export-auth/toggle', { enabled: true });
  const refused = await file();
  expect(refused.response.status).toBe(403);
  expect(await auditOf(app, admin.user.organizationId, 'export_leads')).toEqual([]);
  await admin.post('/api/export/verify', { password: PASSWORD });
  expect((await file()).response.status).toBe(200);
  // The grant serves one export.
  expect((await file()).response.status).toBe(403);
});

test('an unknown customer and a period that is none are refused', async () => {
  expect((await file('customer=C-9')).response.status).toBe(404);
  for (const query of ['customer=', 'customer=C-1&from=yesterday', 'customer=C-1&format=xlsx', '']) {
    expect([query, (await file(query)).response.status]).toEqual([query, 400]);
  }
  const stranger = await signUp(app.url);
  expect((await stranger.send('/api/customers/deliveries?customer=C-1', {})).status).toBe(404);
});
