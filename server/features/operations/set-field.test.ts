import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkAction, BulkOperation } from '#contract/bulk.ts';
import type { ErrorReply } from '#contract/errors.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  addColleague,
  auditOf,
  call,
  makeLead,
  readLeadDetail,
  runBulkCall,
  runUndoCall,
} from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  await user.post('/api/custom-fields', { name: 'Score', type: 'number', required: false });
  await user.post('/api/custom-fields', { name: 'Plan', type: 'text', required: true });
});

const EVERY = { filter: {} };
const state = (): Promise<Lead[]> => leadsOf(user);
const countsAreRight = async (): Promise<void> =>
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
const set = (field: string, value: Extract<BulkAction, { type: 'setField' }>['value']) =>
  ({ type: 'setField', field, value }) as const;
/** Makes a lead with the required custom field. */
const make = (input: Record<string, unknown>): Promise<Lead> =>
  makeLead(user, { customData: { Plan: 'gold' }, ...input });
const makeThree = async (): Promise<Lead[]> => [
  await make({ email: 'a@mail.example', brand: 'Acme', city: 'Rome', tags: ['vip'] }),
  await make({ email: 'b@mail.example', brand: 'Bolt', status: 'qualified', hlr: 'active' }),
  await make({ phone: '+4915112345678', country: 'Germany', depositDate: '2026-01-02' }),
];

describe('setting a field of many leads', () => {
  test('writes what an edit would write, tells each lead, counts, is audited and shown once', async () => {
    const [first, second] = await makeThree();
    const ended = await runBulkCall(user, EVERY, set('brand', '  Acme '));
    expect(ended).toMatchObject({
      action: 'setField',
      detail: 'Brand: Acme',
      status: 'completed',
      total: 3,
      changed: 2,
      unchanged: 1,
      refused: 0,
    });
    expect((await state()).map(({ brand }) => brand)).toEqual(['Acme', 'Acme', 'Acme']);
    expect((await readLeadDetail(user, first?.id ?? '')).events.map(({ kind }) => kind)).toEqual(['created']);
    expect((await readLeadDetail(user, second?.id ?? '')).events[0]).toMatchObject({
      kind: 'bulk',
      actor: user.user.username,
      changes: [{ field: 'brand', before: 'Bolt', after: 'Acme' }],
    });
    expect(await auditOf(app, user.user.organizationId, 'bulk_update')).toEqual([
      expect.objectContaining({
        resource: ended.id,
        details: {
          operation: 'setField',
          field: 'brand',
          value: 'Acme',
          ...{ total: 3, changed: 2, unchanged: 1, refused: 0 },
        },
      }),
    ]);
    const { body: latest } = await user.get<BulkOperation[]>('/api/leads/bulk');
    expect(latest[0]).toMatchObject({ id: ended.id, action: 'setField', detail: 'Brand: Acme' });
    await countsAreRight();
  });

  test.each([
    ['depositAmount', '1.250,50 €', { depositAmount: '1250.50' }],
    ['depositDate', '31.12.2026', { depositDate: '2026-12-31' }],
    ['country', 'DE', { country: 'Germany' }],
    ['tags', ['new', 'New', 'b'], { tags: ['new', 'b'] }],
    ['tags', null, { tags: [] }],
    ['status', 'QUALIFIED', { status: 'qualified' }],
    ['hlr', 'dead', { hlr: 'dead' }],
    ['city', '', { city: null }],
    ['custom:Score', '1,5', { customData: { Plan: 'gold', Score: 1.5 } }],
    ['custom:Score', null, { customData: { Plan: 'gold' } }],
    ['custom:Plan', 'silver', { customData: { Plan: 'silver' } }],
  ])('reads %s from %j as a single edit does', async (field, value, expected) => {
    await makeThree();
    const before = await state();
    const { id } = await runBulkCall(user, EVERY, set(field, value));
    for (const lead of await state()) expect(lead).toMatchObject(expected);
    await countsAreRight();
    await runUndoCall(user, id);
    expect(await state()).toEqual(before);
    await countsAreRight();
  });

  test('puts back when and by what a status was checked', async () => {
    const [, checked] = await makeThree();
    const seen = async () => {
      const { hlr, hlrCheckedAt, hlrSource } = await readLeadDetail(user, checked?.id ?? '');
      return { hlr, hlrCheckedAt, hlrSource };
    };
    const before = await seen();
    const { id } = await runBulkCall(user, EVERY, set('hlr', null));
    expect(await seen()).toEqual({ hlr: null, hlrCheckedAt: null, hlrSource: null });
    await runUndoCall(user, id);
    expect(await seen()).toEqual(before);
  });

  test.each([
    ['city', 'Berlin'],
    ['lastName', 'Novak'],
    ['custom:Plan', 'silver'],
  ])('an undo folds texts of any script in %s as before', async (field, value) => {
    await make({ email: 'a@mail.example', city: 'Łódź', lastName: 'Żak', customData: { Plan: 'Żółty' } });
    const folded = async () =>
      (
        await app.context.db.owner.query('SELECT folded FROM leads WHERE organization_id = $1', [
          user.user.organizationId,
        ])
      ).rows;
    const before = await folded();
    const { id } = await runBulkCall(user, EVERY, set(field, value));
    expect(await folded()).not.toEqual(before);
    await runUndoCall(user, id);
    expect(await folded()).toEqual(before);
  });

  test('an undo shows amounts as the edit shows them', async () => {
    const { id: lead } = await make({ email: 'a@mail.example', depositAmount: '12.50' });
    const { id } = await runBulkCall(user, EVERY, set('depositAmount', '7.00'));
    await runUndoCall(user, id);
    const { events } = await readLeadDetail(user, lead);
    expect(events.slice(0, 2).map(({ changes }) => changes)).toEqual([
      [{ field: 'depositAmount', before: '7.00', after: '12.50' }],
      [{ field: 'depositAmount', before: '12.50', after: '7.00' }],
    ]);
  });

  test('an undo leaves custom fields that were deleted since empty', async () => {
    const { id: lead } = await make({ email: 'a@mail.example', customData: { Plan: 'gold', Score: 1 } });
    const { id } = await runBulkCall(user, EVERY, set('custom:Score', 2));
    const { body: fields } = await user.get<{ id: string; name: string }[]>('/api/custom-fields');
    const score = fields.find(({ name }) => name === 'Score');
    expect((await user.send(`/api/custom-fields/${score?.id}`, { method: 'DELETE' })).status).toBeLessThan(
      300,
    );
    await runUndoCall(user, id);
    expect((await readLeadDetail(user, lead)).customData).toEqual({ Plan: 'gold' });
  });

  test('clears emails only of leads that keep a phone', async () => {
    await makeThree();
    const both = await make({ email: 'c@mail.example', phone: '+4915112345679' });
    const ended = await runBulkCall(user, EVERY, set('email', null));
    expect(ended).toMatchObject({ changed: 1, unchanged: 1, refused: 2, detail: 'Email: cleared' });
    expect((await readLeadDetail(user, both.id)).email).toBeNull();
    await make({ email: 'c@mail.example' });
    expect(await runUndoCall(user, ended.id)).toMatchObject({ changed: 0, refused: 1 });
    expect((await readLeadDetail(user, both.id)).email).toBeNull();
  });

  test('gives no customer number, clears none of sold leads, and gives no phone that another lead has', async () => {
    const sold = await make({ email: 'sold@mail.example' });
    await runBulkCall(user, { ids: [sold.id] }, { type: 'markSold', customerNumber: 'C-1' });
    await make({ email: 'free@mail.example' });
    const body = { selection: EVERY, action: set('customerNumber', 'C-2') };
    const refused = await user.post<ErrorReply>('/api/leads/bulk', body);
    expect([refused.status, refused.body.field]).toEqual([400, 'customerNumber']);
    expect(await runBulkCall(user, EVERY, set('customerNumber', null))).toMatchObject({
      unchanged: 1,
      refused: 1,
    });
    await make({ phone: '+4915112345678' });
    const national = await make({ phone: '0151 12345678' });
    expect(await runBulkCall(user, { ids: [national.id] }, set('country', 'Germany'))).toMatchObject({
      changed: 0,
      refused: 1,
    });
    await countsAreRight();
  });

  test('an undo leaves alone what changed since', async () => {
    const [first, second] = await makeThree();
    const { id } = await runBulkCall(user, EVERY, set('city', 'Paris'));
    await call(user, 'PATCH', `/api/leads/${first?.id}`, { brand: 'Later' });
    expect(await runUndoCall(user, id)).toMatchObject({ total: 3, changed: 2, refused: 1 });
    expect(await readLeadDetail(user, first?.id ?? '')).toMatchObject({ city: 'Paris', brand: 'Later' });
    expect((await readLeadDetail(user, second?.id ?? '')).city).toBeNull();
  });

  test.each([
    ['unknown', 'x', 'There is no field named unknown'],
    ['id', 'x', "Lead ID can't be set"],
    ['isSold', true, "Sold can't be set"],
    ['email', 'a@mail.example', 'Email: No two leads can have the same email. You can only clear it.'],
    ['phone', '+4915112345678', 'Phone: No two leads can have the same phone. You can only clear it.'],
    ['depositAmount', 'much', /^Deposit Amount: /],
    ['depositDate', 'soon', /^Deposit Date: /],
    ['ip', 'here', /^IP: /],
    ['city', 12, /^City: /],
    ['city', 'x'.repeat(2_500), /^City: /],
    ['tags', 'vip', /^Tags: /],
    ['custom:Score', 'high', /^Score: /],
    ['custom:Score', ['1'], /^Score: /],
    ['custom:Plan', '', 'Plan is required'],
    ['custom:None', 'x', 'There is no custom field named None'],
  ])('is refused for %s with %j before anything starts', async (field, value, message) => {
    await makeThree();
    const before = await state();
    const answer = await user.post('/api/leads/bulk', { selection: EVERY, action: set(field, value) });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: expect.stringMatching(message) });
    expect((await user.get('/api/leads/bulk')).body).toEqual([]);
    expect(await state()).toEqual(before);
  });

  test('is for every user of the organization, and for no other organization', async () => {
    const [first] = await makeThree();
    const colleague = await addColleague(app, user, 'setter');
    expect(await runBulkCall(colleague, EVERY, set('city', 'Oslo'))).toMatchObject({ changed: 3 });
    const stranger = await signUp(app.url);
    const ended = await runBulkCall(stranger, { ids: [first?.id ?? ''] }, set('city', 'Bonn'));
    expect(ended).toMatchObject({ total: 0, changed: 0 });
    expect((await readLeadDetail(user, first?.id ?? '')).city).toBe('Oslo');
    const body = { selection: EVERY, action: set('city', 'Bonn') };
    expect((await app.anonymous.post('/api/leads/bulk', body)).status).toBe(401);
    const foreign = { selection: EVERY, action: set('custom:Plan', 'x') };
    expect((await stranger.post('/api/leads/bulk', foreign)).status).toBe(400);
  });
});
