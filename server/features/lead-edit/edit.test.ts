import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LeadDetail } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';

let app: TestApp;
let user: SignedIn;
let colleague: SignedIn;
let stranger: SignedIn;

const NOBODY = '0198c0de-0000-7000-8000-000000000000';

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url, 'anna');
  colleague = await addColleague(app, user, 'bruno');
  stranger = await signUp(app.url, 'chiara');
});

afterAll(() => app.close());

const patch = (client: SignedIn, id: string, body: unknown) =>
  call<LeadDetail & Record<string, unknown>>(client, 'PATCH', `/api/leads/${id}`, body);

describe('a lead made by hand', () => {
  test('holds values read by the rules of imports', async () => {
    const lead = await makeLead(user, {
      firstName: '  Ada ',
      email: ' Ada@Example.COM',
      phone: '020 7946 0958',
      country: 'uk',
      depositAmount: '1.234,50',
      depositDate: '31/12/2025',
      status: 'QUALIFIED',
      tags: ['VIP', 'vip', 'a, b'],
      ip: '2001:DB8::1',
    });
    expect(lead).toMatchObject({
      firstName: 'Ada',
      email: 'ada@example.com',
      phone: '+442079460958',
      numberValid: true,
      country: 'United Kingdom',
      depositAmount: '1234.50',
      depositDate: '2025-12-31',
      status: 'qualified',
      tags: ['VIP', 'a', 'b'],
      ip: '2001:db8::1',
      isSold: false,
      importId: null,
    });
    const { events } = await readLeadDetail(user, lead.id);
    expect(events).toEqual([expect.objectContaining({ kind: 'created', actor: 'anna' })]);
    expect(await auditOf(app, user.user.organizationId, 'create_lead')).toContainEqual(
      expect.objectContaining({ resource: lead.id, username: 'anna' }),
    );
  });

  test('takes its country from a valid phone, and keeps an invalid phone as typed', async () => {
    expect(await makeLead(user, { phone: '+49 30 901820' })).toMatchObject({ country: 'Germany' });
    expect(await makeLead(user, { phone: '4.47E+11' })).toMatchObject({
      phone: '4.47E+11',
      numberValid: false,
    });
  });

  test.each([
    [{ firstName: 'Nobody' }, 'email'],
    [{ email: 'not an address' }, 'email'],
    [{ email: 'x1@example.com', depositAmount: 'much' }, 'depositAmount'],
    [{ email: 'x1@example.com', depositDate: '31/02/2025' }, 'depositDate'],
    [{ email: 'x1@example.com', ip: '1.2.3' }, 'ip'],
    [{ email: 'x1@example.com', customData: { Unknown: 'x' } }, 'custom:Unknown'],
  ])('is refused with %j, naming the field', async (input, field) => {
    const { status, body } = await user.post<{ field: string }>('/api/leads', input);
    expect([status, body.field]).toEqual([400, field]);
  });

  test.each([{ isSold: true }, { id: NOBODY }, { unknown: 'x' }])('is refused with %j', async (input) => {
    expect((await user.post('/api/leads', { email: 'x2@example.com', ...input })).status).toBe(400);
  });

  test('is refused when another has the email or phone, and says who', async () => {
    const lead = await makeLead(user, { email: 'taken@example.com', phone: '+4930901821' });
    for (const input of [{ email: 'TAKEN@example.com' }, { phone: '0049 30 901821' }]) {
      const { status, body } = await user.post<Record<string, string>>('/api/leads', input);
      expect([status, body['existingLeadId']]).toEqual([409, lead.id]);
    }
    expect(await makeLead(stranger, { email: 'taken@example.com' })).toMatchObject({
      email: 'taken@example.com',
    });
  });
});

describe('custom fields', () => {
  test('are typed, required ones at creation, unknown ones refused', async () => {
    const owner = await signUp(app.url);
    for (const field of [
      { name: 'Plan', type: 'text', required: true },
      { name: 'Age', type: 'number' },
      { name: 'Since', type: 'date' },
      { name: 'Opt in', type: 'boolean' },
    ]) {
      expect((await owner.post('/api/custom-fields', field)).status).toBe(201);
    }
    const missing = await owner.post<{ field: string }>('/api/leads', { email: 'a@example.com' });
    expect([missing.status, missing.body.field]).toEqual([400, 'custom:Plan']);
    const customData = { Plan: ' gold ', Age: '1,5', Since: '1 May 2024', 'Opt in': 'yes' };
    const lead = await makeLead(owner, { email: 'a@example.com', customData });
    expect(lead.customData).toEqual({ Plan: 'gold', Age: 1.5, Since: '2024-05-01', 'Opt in': true });
    const wrong = await patch(owner, lead.id, { customData: { Age: 'old' } });
    expect([wrong.status, wrong.body['field']]).toEqual([400, 'custom:Age']);
    expect((await patch(owner, lead.id, { customData: { Plan: null } })).status).toBe(400);
    const { body } = await patch(owner, lead.id, { customData: { Age: 42, Since: null } });
    expect(body.customData).toEqual({ Plan: 'gold', Age: 42, 'Opt in': true });
    expect(body.events[0]?.changes).toEqual([
      { field: 'custom:Age', before: 1.5, after: 42 },
      { field: 'custom:Since', before: '2024-05-01', after: null },
    ]);
  });
});

describe('an edit', () => {
  test('changes what is given, tells of it, and counts', async () => {
    const lead = await makeLead(user, { email: 'edit@example.com', tags: ['a'], brand: 'Acme' });
    const before = Date.now();
    const { status, body } = await patch(user, lead.id, {
      status: 'contacted',
      brand: '',
      tags: ['a', 'b'],
      hlr: 'active',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'contacted', brand: null, tags: ['a', 'b'], hlrSource: 'manual' });
    expect(Date.parse(body.hlrCheckedAt ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect(body.events[0]).toMatchObject({ kind: 'edit', actor: 'anna' });
    expect(body.events[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'status', before: 'new', after: 'contacted' },
        { field: 'brand', before: 'Acme', after: null },
        { field: 'tags', before: ['a'], after: ['a', 'b'] },
        { field: 'hlr', before: null, after: 'active' },
      ]),
    );
    expect(await auditOf(app, user.user.organizationId, 'update_lead')).toContainEqual(
      expect.objectContaining({
        resource: lead.id,
        details: expect.objectContaining({
          fields: expect.stringContaining('status'),
          status: 'new → contacted',
          brand: 'Acme → –',
          tags: 'a → a, b',
        }),
      }),
    );
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });

  test('that changes nothing writes nothing', async () => {
    const lead = await makeLead(user, { email: 'same@example.com' });
    const before = await readLeadDetail(user, lead.id);
    const { status, body } = await patch(user, lead.id, { email: ' SAME@example.com', status: 'New' });
    expect([status, body.updatedAt, body.events.length]).toEqual([200, before.updatedAt, 1]);
  });

  test('of the country reads an invalid phone again', async () => {
    const lead = await makeLead(user, { phone: '030 901822' });
    expect(lead.numberValid).toBe(false);
    const { body } = await patch(user, lead.id, { country: 'DE' });
    expect(body).toMatchObject({ country: 'Germany', phone: '+4930901822', numberValid: true });
    expect(body.events[0]?.changes.map((change) => change.field).sort()).toEqual([
      'country',
      'numberValid',
      'phone',
    ]);
  });

  test('may not leave a lead without email and phone, nor take an identity', async () => {
    const lead = await makeLead(user, { email: 'only@example.com' });
    const other = await makeLead(user, { email: 'other@example.com' });
    expect((await patch(user, lead.id, { email: null })).status).toBe(400);
    const { status, body } = await patch(user, lead.id, { email: 'Other@example.com' });
    expect([status, body['existingLeadId'], body['field']]).toEqual([409, other.id, 'email']);
  });

  test('is refused where a field holds something else than expected, and nothing is written', async () => {
    const lead = await makeLead(user, { email: 'two@example.com', city: 'Rome' });
    await patch(colleague, lead.id, { city: 'Milan' });
    const { status, body } = await patch(user, lead.id, {
      city: 'Turin',
      brand: 'Acme',
      expected: { city: 'Rome', brand: '' },
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({ field: 'city', current: { city: 'Milan' }, changedBy: 'bruno' });
    expect(body['message']).toBe('City is now "Milan", changed by bruno. Nothing was saved.');
    expect(await readLeadDetail(user, lead.id)).toMatchObject({ city: 'Milan', brand: null });
    expect((await patch(user, lead.id, { city: 'Turin', expected: { city: 'Milan' } })).status).toBe(200);
    expect((await patch(user, lead.id, { city: 'Bari' })).body.city).toBe('Bari');
  });

  test('at the same moment as another: one of two that expect the same goes through', async () => {
    const lead = await makeLead(user, { email: 'race@example.com' });
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((city) => patch(user, lead.id, { city, expected: { city: null } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    const held = await readLeadDetail(user, lead.id);
    expect(held.events.filter((event) => event.kind === 'edit')).toHaveLength(1);
    for (const refused of answers.filter((answer) => answer.status === 409)) {
      expect(refused.body).toMatchObject({ current: { city: held.city }, changedBy: 'anna' });
    }
  });

  test('at the same moment for one identity: one lead gets it, the others are told who', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        user.post<Record<string, string>>('/api/leads', { email: 'rush@example.com' }),
      ),
    );
    const made = answers.filter((answer) => answer.status === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 201)) {
      expect([answer.status, answer.body['existingLeadId']]).toEqual([409, made[0]?.body['id']]);
    }
  });
});

test.each([
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['POST', '/restore'],
  ['GET', '/notes'],
  ['POST', '/notes'],
] as const)(
  '%s /api/leads/:id%s: 404 for a stranger, an unknown and a malformed id, 401 without a session',
  async (method, path) => {
    const lead = await makeLead(user, { email: `guard-${method}${path.replace('/', '-')}@example.com` });
    const body =
      method === 'PATCH' ? { city: 'X' } : path === '/notes' && method === 'POST' ? { text: 'x' } : undefined;
    const answers = [
      await call(stranger, method, `/api/leads/${lead.id}${path}`, body),
      await call(user, method, `/api/leads/${NOBODY}${path}`, body),
      await call(user, method, `/api/leads/not-an-id${path}`, body),
      await call(app.anonymous, method, `/api/leads/${lead.id}${path}`, body),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 401]);
  },
);

test('POST /api/leads: 401 without a session', async () => {
  expect((await app.anonymous.post('/api/leads', { email: 'x@example.com' })).status).toBe(401);
});
