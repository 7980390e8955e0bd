import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { RetentionRun } from '#contract/retention.ts';
import { emptyTrash } from '#server/features/housekeeping/housekeeping.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, endOfBulk, makeLead, readLeadDetail, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { giveRules, passGrace, passNight, runsOf } from '#tests/support/retention.ts';
import { changeStored } from '#tests/support/stored-leads.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signUp(app.url);
});

const JANE = {
  ...{ firstName: 'Jane', lastName: 'Quill', email: 'jane@quill.example', phone: '+4930901820' },
  ...{ country: 'Germany', source: 'web', brand: 'Acme', status: 'contacted', depositAmount: '12.50' },
  ...{ depositDate: '2026-01-02', city: 'Köln', tags: ['vip', 'of jane@quill.example'], currency: 'EUR' },
};

const listed = async (): Promise<Lead[]> => leadsOf(user);
const binned = async (): Promise<number> => (await user.get<{ total: number }>('/api/leads/bin')).body.total;
const only = ([run]: RetentionRun[]): RetentionRun => run as RetentionRun;
const countsAreRight = async () => expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
const sold = (id: string) =>
  runBulkCall(
    user,
    { ids: [id] },
    { type: 'markSold', customerNumber: 'C-1', price: '9.50', currency: 'EUR' },
  );
const sales = async () => (await user.get('/api/dashboard/sales')).body;

describe('which leads a rule takes', () => {
  test('those created long enough ago that meet its conditions, and no others', async () => {
    await makeLead(user, { email: 'bonn@mail.example', city: 'Bonn' });
    await makeLead(user, { email: 'ulm@mail.example', city: 'Ulm' });
    await giveRules(user, { where: [['city', 'is', 'bonn']], after: { days: 30, of: 'created' } });
    expect(only(await passNight(app, user, 29))).toMatchObject({ status: 'completed', leads: 0, final: 0 });
    expect(only(await passNight(app, user, 31))).toMatchObject({ status: 'grace', leads: 1, final: 0 });
    expect((await listed()).map(({ email }) => email)).toEqual(['ulm@mail.example']);
    await countsAreRight();
  });

  test('those without an edit, a note or a consent', async () => {
    const [idle, edited, noted, consented] = await Promise.all(
      ['idle', 'edited', 'noted', 'consented'].map((name) =>
        makeLead(user, { email: `${name}@mail.example` }),
      ),
    );
    await changeStored(
      app.context.db.owner,
      "created_at = now() - interval '20 days', updated_at = now() - interval '20 days'",
      'organization_id = $1',
      [user.user.organizationId],
    );
    await call(user, 'PATCH', `/api/leads/${edited?.id}`, { city: 'Ulm' });
    await call(user, 'POST', `/api/leads/${noted?.id}/notes`, { text: 'called' });
    await call(user, 'POST', `/api/leads/${consented?.id}/consents`, { channel: 'any', state: 'given' });
    await giveRules(user, { after: { days: 10, of: 'lastActivity' } });
    expect(only(await passNight(app, user, 0)).leads).toBe(1);
    expect((await listed()).map(({ id }) => id)).not.toContain(idle?.id);
  });

  test('those whose last open sale is long ago', async () => {
    const [open, returned] = await Promise.all([
      makeLead(user, { email: 'open@mail.example' }),
      makeLead(user, { email: 'returned@mail.example' }),
      makeLead(user, { email: 'unsold@mail.example' }),
    ]);
    await sold(open.id);
    await sold(returned.id);
    await runBulkCall(user, { ids: [returned.id] }, { type: 'returnSale', reason: 'no answer' });
    await giveRules(user, { after: { days: 5, of: 'sold' } });
    expect(only(await passNight(app, user, 4)).leads).toBe(0);
    expect(only(await passNight(app, user, 6)).leads).toBe(1);
    expect((await listed()).map(({ id }) => id)).not.toContain(open.id);
  });

  test('the first of two rules gets a lead', async () => {
    await makeLead(user, { email: 'a@mail.example' });
    await giveRules(user, { id: 'one', name: 'One' }, { id: 'two', name: 'Two', action: 'erase' });
    const runs = await passNight(app, user, 2);
    expect(runs.map(({ ruleId, leads }) => [ruleId, leads])).toEqual([
      ['two', 0],
      ['one', 1],
    ]);
  });
});

describe('actions', () => {
  test('trash: in the bin until the grace period ends, then deleted as the bin is emptied', async () => {
    const { owner } = app.context.db;
    await makeLead(user, { email: 'a@mail.example' });
    await giveRules(user, { graceDays: 60 });
    await passNight(app, user, 2);
    const organization = [user.user.organizationId];
    // Without a STABLE function, which Citus refuses.
    const earlier = (at: string) => `(${at} AT TIME ZONE 'UTC' - interval '40 days') AT TIME ZONE 'UTC'`;
    await changeStored(
      owner,
      `deleted_at = ${earlier('b.deleted_at')}`,
      'organization_id = $1',
      organization,
    );
    const move = `UPDATE lead_events SET created_at = ${earlier('created_at')} WHERE organization_id = $1`;
    await owner.query(move, organization);
    await emptyTrash(owner);
    expect(await binned()).toBe(1);
    expect(only(await passGrace(app, user))).toMatchObject({ status: 'completed', leads: 1, final: 1 });
    expect(await binned()).toBe(1);
    await emptyTrash(owner);
    expect(await binned()).toBe(0);
    await countsAreRight();
  });

  test.each([7, 0])(
    'anonymize with %i days: what names the person goes, the rest and sales stay',
    async (graceDays) => {
      const lead = await makeLead(user, JANE);
      await call(user, 'PATCH', `/api/leads/${lead.id}`, {
        nextStep: { dueOn: '2026-02-03', note: 'call Jane' },
      });
      await call(user, 'POST', `/api/leads/${lead.id}/notes`, { text: 'Jane likes tea' });
      await call(user, 'POST', `/api/leads/${lead.id}/consents`, {
        channel: 'any',
        state: 'given',
        text: 'Jane',
      });
      await sold(lead.id);
      const before = await sales();
      await giveRules(user, { action: 'anonymise', graceDays });
      await passNight(app, user, 2);
      expect(await binned()).toBe(graceDays === 0 ? 0 : 1);
      await countsAreRight();
      expect(only(await passGrace(app, user))).toMatchObject({ status: 'completed', leads: 1, final: 1 });
      const [after, ...others] = await listed();
      expect(others).toEqual([]);
      expect(after).toMatchObject({
        ...{ id: lead.id, email: null, phone: 'erased', firstName: null, lastName: null, city: null },
        ...{
          country: 'Germany',
          source: 'web',
          brand: 'Acme',
          status: 'contacted',
          depositDate: '2026-01-02',
        },
        ...{
          depositAmount: lead.depositAmount,
          currency: 'EUR',
          tags: ['vip'],
          isSold: true,
          nextStep: null,
        },
        ...{ createdAt: lead.createdAt },
      });
      const detail = await readLeadDetail(user, lead.id);
      expect(JSON.stringify(detail)).not.toMatch(/jane|quill|901820|köln/i);
      expect(await sales()).toEqual(before);
      expect((await user.get<{ total: number }>('/api/leads?search=quill')).body.total).toBe(0);
      await countsAreRight();
      // An anonymous lead isn't taken again.
      const again = await passNight(app, user, 400);
      expect(again[0]).toMatchObject({ leads: 0 });
    },
  );

  test.each([7, 0])('erase with %i days: unsold leads are gone, sold ones anonymous', async (graceDays) => {
    const unsold = await makeLead(user, JANE);
    const lead = await makeLead(user, { email: 'max@mail.example', country: 'France' });
    await sold(lead.id);
    const before = await sales();
    await giveRules(user, { action: 'erase', graceDays });
    await passNight(app, user, 2);
    expect(only(await passGrace(app, user))).toMatchObject({ status: 'completed', leads: 2, final: 2 });
    expect(await listed()).toMatchObject([{ id: lead.id, email: null, country: 'France', isSold: true }]);
    expect((await user.get(`/api/leads/${unsold.id}`)).status).toBe(404);
    expect(await binned()).toBe(0);
    expect(await sales()).toEqual(before);
    await countsAreRight();
    const { rows } = await app.context.db.owner.query(
      'SELECT FROM lead_events WHERE organization_id = $1 AND lead_id = ANY ($2)',
      [user.user.organizationId, [unsold.id, lead.id]],
    );
    expect(rows).toEqual([]);
  });
});

describe('the grace period', () => {
  test('a run is undone, and leaves its leads alone', async () => {
    const lead = await makeLead(user, JANE);
    await giveRules(user, { action: 'anonymise' });
    const { id, canUndo } = only(await passNight(app, user, 2));
    expect(canUndo).toBe(true);
    const undo = await call<{ id: string }>(user, 'POST', `/api/retention/runs/${id}/undo`);
    expect(undo.status).toBe(201);
    await endOfBulk(user, undo.body.id);
    expect(await listed()).toMatchObject([{ id: lead.id, email: JANE.email }]);
    expect(only(await runsOf(user))).toMatchObject({ status: 'undone', canUndo: false });
    expect((await call(user, 'POST', `/api/retention/runs/${id}/undo`)).status).toBe(409);
    await passGrace(app, user);
    expect(await listed()).toMatchObject([{ email: JANE.email }]);
    // The rule leaves it alone for 30 days, then takes it again.
    expect((await passNight(app, user, 20))[0]).toMatchObject({ leads: 0 });
    expect((await passNight(app, user, 40))[0]).toMatchObject({ leads: 1 });
    await countsAreRight();
  });

  test('restored leads stay, and leads that users put in the bin again are theirs', async () => {
    const [back, again] = [await makeLead(user, JANE), await makeLead(user, { email: 'b@mail.example' })];
    await makeLead(user, { email: 'c@mail.example' });
    await giveRules(user, { action: 'erase' });
    await passNight(app, user, 2);
    await runBulkCall(user, { ids: [back.id, again.id] }, { type: 'restore' });
    await call(user, 'DELETE', `/api/leads/${again.id}`);
    expect(only(await passGrace(app, user))).toMatchObject({ status: 'completed', leads: 3, final: 1 });
    expect(await listed()).toMatchObject([{ id: back.id, email: JANE.email }]);
    expect(await binned()).toBe(1);
    await countsAreRight();
  });

  test('an undo of the operation itself ends the run too', async () => {
    await makeLead(user, JANE);
    await giveRules(user, { action: 'erase' });
    await passNight(app, user, 2);
    const { rows } = await app.context.db.owner.query<{ id: string }>(
      "SELECT id FROM bulk_operations WHERE organization_id = $1 AND action ->> 'type' = 'delete'",
      [user.user.organizationId],
    );
    await runUndoCall(user, rows[0]?.id ?? '');
    expect(only(await runsOf(user))).toMatchObject({ status: 'undone', canUndo: false });
    expect(only(await passGrace(app, user))).toMatchObject({ status: 'undone', final: 0 });
    expect(await listed()).toHaveLength(1);
  });

  test('what is final is not undone', async () => {
    await makeLead(user, JANE);
    await giveRules(user, { action: 'anonymise', graceDays: 0 });
    const run = only(await passNight(app, user, 2));
    expect(run).toMatchObject({ status: 'completed', canUndo: false, graceEndsAt: null });
    expect((await call(user, 'POST', `/api/retention/runs/${run.id}/undo`)).status).toBe(409);
    const { body } = await user.get<{ id: string; action: string }[]>('/api/leads/bulk');
    const [operation] = body.filter(({ action }) => action === 'anonymise');
    expect((await call(user, 'POST', `/api/leads/bulk/${operation?.id}/undo`)).status).toBe(409);
  });
});
