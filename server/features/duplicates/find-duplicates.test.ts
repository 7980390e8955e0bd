import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { listDuplicates } from '#contract/duplicates.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

async function found(query = ''): Promise<ReplyOf<typeof listDuplicates>> {
  const { status, body } = await user.get<ReplyOf<typeof listDuplicates>>(`/api/duplicates${query}`);
  expect(status).toBe(200);
  return body;
}

describe('likely duplicates', () => {
  test.each([
    [
      'certain',
      { firstName: 'Ana', lastName: 'Ng', postcode: '101', email: 'a@x.com' },
      { firstName: 'ANA', lastName: 'ng', postcode: '101', email: 'b@x.com' },
    ],
    ['likely', { email: 'jo.hn@gmail.com' }, { email: 'j.ohn+shop@googlemail.com' }],
    ['likely', { email: 'kim@corp.example' }, { email: 'kim+news@corp.example' }],
    ['likely', { phone: '5551234567' }, { phone: '555-123-4567 x12' }],
    [
      'certain',
      { firstName: 'Robert', lastName: 'Smith', city: 'Leeds', postcode: 'LS1', phone: '+447400123456' },
      { firstName: 'Bob', lastName: 'Smith', city: 'Leeds', postcode: 'LS1', email: 'bob@x.example' },
    ],
  ])('%s: %j and %j', async (band, first, second) => {
    const a = await makeLead(user, first);
    const b = await makeLead(user, second);
    const { clusters, total, scanning } = await found();
    expect([total, scanning]).toEqual([1, false]);
    expect(clusters).toEqual([
      {
        id: expect.any(String),
        band,
        leads: [a, b],
        pairs: [{ a: a.id, b: b.id, band, probability: expect.any(Number), reasons: expect.any(Array) }],
      },
    ]);
  });

  test.each([
    [{ email: 'anna@x.example' }, { email: 'peter@x.example' }],
    [{ phone: '12' }, { phone: '12 x3' }],
    [
      { firstName: 'Ana', lastName: 'Ng', city: 'Oslo', email: 'ana@x.com' },
      { firstName: 'Leo', lastName: 'Holt', city: 'Oslo', email: 'leo@x.com' },
    ],
  ])('not %j and %j', async (first, second) => {
    await makeLead(user, first);
    await makeLead(user, second);
    expect(await found()).toEqual({ clusters: [], total: 0, scanning: false });
  });

  test('family members with one mailbox are never certain', async () => {
    await makeLead(user, {
      firstName: 'Anna',
      lastName: 'Smith',
      city: 'Ulm',
      email: 'smith+anna@x.example',
    });
    await makeLead(user, {
      firstName: 'Peter',
      lastName: 'Smith',
      city: 'Ulm',
      email: 'smith+peter@x.example',
    });
    expect((await found('?band=certain')).total).toBe(0);
  });

  test('say why, with bits', async () => {
    await makeLead(user, { firstName: 'Ana', lastName: 'Ng', city: 'Oslo', phone: '5551234567' });
    await makeLead(user, { firstName: 'Ana', lastName: 'Ng', city: 'Bergen', phone: '5551234567 x12' });
    const [pair] = (await found()).clusters[0]?.pairs ?? [];
    expect(pair?.reasons).toEqual([
      { field: 'name', comparison: 'same', bits: expect.any(Number) },
      { field: 'phone', comparison: 'same', bits: expect.any(Number) },
      { field: 'place', comparison: 'different', bits: expect.any(Number) },
    ]);
    const bits = Object.fromEntries(pair?.reasons.map((reason) => [reason.field, reason.bits]) ?? []);
    expect(bits['phone']).toBeGreaterThan(5);
    expect(bits['place']).toBeLessThan(0);
  });

  test('come as clusters in pages, surest first', async () => {
    for (let n = 0; n < 6; n++) await makeLead(user, { email: `kim+${n}@corp.example` });
    for (let n = 0; n < 2; n++) await makeLead(user, { email: `ole+${n}@corp.example` });
    const { clusters, total } = await found();
    expect([total, clusters.map(({ leads }) => leads.length).sort()]).toEqual([2, [2, 6]]);
    expect((await found('?limit=1&offset=1')).clusters).toEqual(clusters.slice(1));
  });

  test('of a large organization are looked for in the background, which the answer says', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => [
      `lead${n}@corp.example`,
      `Ada${n % 9}`,
      `Li${n % 7}`,
    ]);
    rows.push(['kim@corp.example', 'Kim', 'Holt'], ['kim+1@corp.example', 'Kim', 'Holt']);
    await importLeads(user, csvFile([['email', 'first', 'last'], ...rows]), {
      fieldMapping: { email: 'email', first: 'firstName', last: 'lastName' },
    });
    expect(await found()).toEqual({ clusters: [], total: 0, scanning: true });
    await expect.poll(async () => (await found()).scanning, { timeout: 60_000 }).toBe(false);
    const emails = async () => (await found()).clusters.map(({ leads }) => leads.map(({ email }) => email));
    expect(await emails()).toContainEqual(['kim@corp.example', 'kim+1@corp.example']);
    await makeLead(user, { email: 'kim+2@corp.example', firstName: 'Kim', lastName: 'Holt' });
    expect((await call(user, 'POST', '/api/duplicates/scan')).status).toBe(202);
    await expect.poll(async () => (await found()).scanning, { timeout: 60_000 }).toBe(false);
    expect(await emails()).toContainEqual(['kim@corp.example', 'kim+1@corp.example', 'kim+2@corp.example']);
  });

  test('leave out what was dismissed, deleted or changed', async () => {
    const [a, b] = [
      await makeLead(user, { email: 'kim@corp.example' }),
      await makeLead(user, { email: 'kim+1@corp.example' }),
    ];
    expect((await found()).total).toBe(1);
    await call(user, 'DELETE', `/api/leads/${b.id}`);
    expect((await found()).total).toBe(0);
    await call(user, 'POST', `/api/leads/${b.id}/restore`);
    expect((await found()).total).toBe(1);
    expect((await call(user, 'POST', '/api/duplicates/dismiss', { a: b.id, b: a.id })).status).toBe(200);
    expect((await found()).total).toBe(0);
    await call(user, 'PATCH', `/api/leads/${b.id}`, { city: 'Oslo' });
    expect((await found()).total).toBe(0);
  });

  test('are those of the organization alone', async () => {
    await makeLead(user, { email: 'kim@corp.example' });
    const other = await signUp(app.url);
    await makeLead(other, { email: 'kim+1@corp.example' });
    expect((await found()).total).toBe(0);
  });
});

test('clusters are chosen by their band, and by a part of one of the leads', async () => {
  const place = { postcode: '0150', city: 'Oslo' };
  await makeLead(user, { ...place, email: 'kim@corp.example', firstName: 'Zoë', lastName: 'Holt' });
  await makeLead(user, { ...place, email: 'zoe.h@x.example', firstName: 'Zoë', lastName: 'Holt' });
  await makeLead(user, { phone: '5551234567' });
  await makeLead(user, { phone: '555-123-4567 x12' });
  const totals = ['', '?band=likely', '?band=possible', '?search=ZOE', '?search=5551', '?search=zz'];
  expect(await Promise.all(totals.map(async (query) => (await found(query)).total))).toEqual([
    2, 1, 0, 1, 1, 0,
  ]);
  expect((await found('?band=likely&search=zoe')).total).toBe(0);
  expect((await user.get('/api/duplicates?band=same')).status).toBe(400);
});
