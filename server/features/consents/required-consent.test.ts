import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import type { Lead } from '#contract/leads.ts';
import type { SoldReply } from '#contract/sales.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, endOfBulk, makeLead, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';

// Where consent is required, leads without it are neither sold nor exported nor delivered, and are counted.

let app: TestApp;
let admin: SignedIn;
let leads: Lead[];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
/** Leads 0 and 1 have the consent; 2 withdrew it, 3 never gave it. */
beforeEach(async () => {
  admin = await signUp(app.url);
  leads = [];
  for (let n = 0; n < 4; n++) {
    const given = n < 3 ? { consentChannel: 'phone, email' } : {};
    leads.push(await makeLead(admin, { email: `lead-${n}@example.com`, ...given }));
  }
  await admin.post(`/api/leads/${leads[2]?.id}/consents`, { channel: 'any', state: 'withdrawn' });
  await requireConsent('phone', 'email');
});

const idsOf = (...numbers: number[]) => ({ ids: numbers.map((n) => leads[n]?.id ?? '') });
const requireConsent = async (...required: string[]) => {
  expect((await call(admin, 'PUT', '/api/consent-rules', { required })).status).toBe(200);
};
const sold = async () =>
  (await admin.get<{ leads: Lead[] }>('/api/leads?isSold=true')).body.leads.map(({ email }) => email).sort();
const preview = async (selection: object) =>
  (await admin.post<{ total: number; noConsent: number }>('/api/leads/bulk/preview', { selection })).body;
const noConsentOf = ({ headers }: Response) => headers.get('x-no-consent-count');

test('a list sells the others, and its report says why', async () => {
  const identifiers = leads.map(({ email }) => email);
  const list = { identifiers, identifierType: 'email', customerNumber: 'C-1' };
  expect((await admin.post('/api/leads/mark-sold/preview', list)).body).toMatchObject({ noConsent: 2 });
  const { body } = await admin.post<SoldReply>('/api/leads/mark-sold', list);
  expect(body).toMatchObject({ updatedCount: 2, noConsent: 2, alreadySold: 0, notFound: 0 });
  expect(await sold()).toEqual(['lead-0@example.com', 'lead-1@example.com']);
  const report = await (await admin.send(`/api/leads/bulk/${body.operationId}/report`, {})).text();
  expect(report).toContain('lead-3@example.com');
  expect(report).toContain('The consent that sales require is missing');
  expect((await admin.get<BulkOperation>(`/api/leads/bulk/${body.operationId}`)).body).toMatchObject({
    ...{ changed: 2, refused: 2, noConsent: 2 },
  });
});

test('a file sells the others', async () => {
  const text = ['email', ...leads.map(({ email }) => email)].join('\n');
  const parts: [string, string | File][] = [
    ['file', fileOf('sold.csv', new TextEncoder().encode(text))],
    ['identifierType', 'email'],
    ['customerNumber', 'C-1'],
  ];
  const send = async (path: string, form: typeof parts) =>
    (await admin.send(path, { method: 'POST', body: formWith(form) })).json();
  expect(await send('/api/leads/mark-sold-csv/preview', parts.slice(0, 2))).toEqual({ noConsent: 2 });
  expect(await send('/api/leads/mark-sold-csv', parts)).toMatchObject({ updatedCount: 2, noConsent: 2 });
});

test('a bulk sale sells the others, and a sold lead is no longer asked', async () => {
  expect(await preview(idsOf(0, 1, 2, 3))).toEqual({ total: 4, noConsent: 2 });
  expect(await preview({ filter: {} })).toEqual({ total: 4, noConsent: 2 });
  const action = { type: 'markSold', customerNumber: 'C-1' } as const;
  const first = await runBulkCall(admin, idsOf(0, 3), action);
  expect(first).toMatchObject({ changed: 1, unchanged: 0, refused: 1, noConsent: 1 });
  await admin.post(`/api/leads/${leads[0]?.id}/consents`, { channel: 'phone', state: 'withdrawn' });
  expect(await runBulkCall(admin, { filter: {} }, action)).toMatchObject({
    ...{ changed: 1, unchanged: 1, refused: 2, noConsent: 2 },
  });
  expect(await auditOf(app, admin.user.organizationId, 'mark_sold')).toMatchObject([
    { details: { changed: 1, noConsent: 1 } },
    { details: { changed: 1, noConsent: 2 } },
  ]);
  expect(await runUndoCall(admin, first.id)).toMatchObject({ changed: 1 });
});

test('exports leave them out and count them; without a rule they have no such header', async () => {
  for (const [query, exported] of [
    ['', '2'],
    ['?limit=1', '1'],
    ['?sort=email&order=desc&limit=1', '1'],
    ['?search=lead-3', '0'],
  ] as const) {
    const response = await admin.send(`/api/leads/export${query}`, {});
    const file = await response.text();
    expect([noConsentOf(response), response.headers.get('x-exported-count')]).toEqual([
      query.includes('search') ? '1' : '2',
      exported,
    ]);
    expect(file).not.toMatch(/lead-[23]@/);
    expect(file.trim().split('\r\n')).toHaveLength(1 + Number(exported));
  }
  const post = (selection: object) =>
    admin.send('/api/leads/export', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ selection, columns: ['email'] }),
    });
  const response = await post(idsOf(0, 2, 3));
  expect([noConsentOf(response), await response.text()]).toEqual([
    '2',
    expect.stringMatching(/lead-0@example\.com/),
  ]);
  const conditions = JSON.stringify(Array.from({ length: 20 }, () => ['email', 'isNotEmpty']));
  const filtered = await post({ filter: { where: conditions } });
  expect([filtered.status, noConsentOf(filtered)]).toEqual([200, '2']);
  await requireConsent();
  const all = await post({ filter: {} });
  expect([noConsentOf(all), all.headers.get('x-exported-count')]).toEqual([null, '4']);
  expect(await preview({ filter: {} })).toEqual({ total: 4 });
});

test('deliveries leave them out, also those that withdraw later', async () => {
  const body = { selection: { filter: {} }, customerNumber: 'C-1', columns: ['email'] };
  const { body: started } = await admin.post<BulkOperation>('/api/leads/deliveries', body);
  expect(await endOfBulk(admin, started.id)).toMatchObject({ changed: 2, noConsent: 2 });
  const file = async () => {
    const response = await admin.send(`/api/leads/deliveries/${started.id}`, {});
    return [noConsentOf(response), (await response.text()).match(/lead-\d/g)];
  };
  const customer = async () => {
    const response = await admin.send('/api/customers/deliveries?customer=C-1', {});
    return [noConsentOf(response), (await response.text()).match(/lead-\d/g)];
  };
  expect(await file()).toEqual(['0', ['lead-1', 'lead-0']]);
  expect(await customer()).toEqual(['0', expect.arrayContaining(['lead-1', 'lead-0'])]);
  await admin.post(`/api/leads/${leads[0]?.id}/consents`, { channel: 'email', state: 'withdrawn' });
  expect(await file()).toEqual(['1', ['lead-1']]);
  expect(await customer()).toEqual(['1', ['lead-1']]);
});
