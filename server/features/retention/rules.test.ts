import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { RetentionRule } from '#contract/retention.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { giveRules, passNight, ruleOf, runsOf } from '#tests/support/retention.ts';
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

const put = (...rules: unknown[]) =>
  call<{ rules: RetentionRule[]; message: string; field: string }>(user, 'PUT', '/api/retention', { rules });

test('rules keep their order, get an id, and each change is audited by name', async () => {
  const { id: _id, ...fresh } = ruleOf({ name: 'Fresh', where: [['city', 'is', 'Bonn']] });
  const { status, body } = await put(ruleOf({ name: ' Old ' }), fresh);
  expect(status).toBe(200);
  expect(body.rules).toEqual([ruleOf({ name: 'Old' }), { ...fresh, id: expect.any(String) }]);
  expect((await user.get('/api/retention')).body).toEqual(body);
  await put(...body.rules);
  await put({ ...ruleOf({ name: 'Old' }), graceDays: 8 });
  const entries = await auditOf(app, user.user.organizationId, 'update_retention');
  expect(entries.map(({ details }) => details)).toEqual([
    { rules: 2, added: 'Old, Fresh' },
    { rules: 1, changed: 'Old', removed: 'Fresh' },
  ]);
});

test.each([
  ['an unknown field', { where: [['nothing', 'is', 'x']] }, 'there is no field nothing'],
  ['an unknown operator', { where: [['city', 'near', 'x']] }, 'city takes'],
  ['a condition of another shape', { where: ['city'] }, 'write a list'],
  ['the owner me', { where: [['ownerId', 'is', 'me']] }, 'me needs a signed-in user'],
])('%s is refused with the rule and the field', async (_what, rule, problem) => {
  const { status, body } = await put(ruleOf({ id: 'a', name: 'Fine' }), ruleOf({ ...rule, name: 'Wrong' }));
  expect([status, body.field]).toEqual([400, 'rules.1.where']);
  expect(body.message).toContain('Rule Wrong: ');
  expect(body.message).toContain(problem);
  const preview = await call<{ field: string }>(user, 'POST', '/api/retention/preview', {
    rules: [ruleOf(rule)],
  });
  expect([preview.status, preview.body.field]).toEqual([400, 'rules.0.where']);
});

test.each([
  [{ after: { days: 0, of: 'created' } }],
  [{ after: { days: 3_651, of: 'created' } }],
  [{ after: { days: 1, of: 'updated' } }],
  [{ graceDays: 91 }],
  [{ graceDays: -1 }],
  [{ action: 'delete' }],
  [{ name: ' ' }],
  [{ more: 1 }],
])('%j is refused', async (wrong) => {
  expect((await put({ ...ruleOf(), ...wrong })).status).toBe(400);
});

test('two rules with one id are refused', async () => {
  expect((await put(ruleOf(), ruleOf())).body.field).toBe('rules.1.id');
});

test('only administrators change rules, see runs and undo them', async () => {
  const colleague = await addColleague(app, user, `colleague of ${user.user.username}`);
  await giveRules(user, {});
  const [run] = await passNight(app, user, 2);
  expect((await colleague.get('/api/retention')).status).toBe(200);
  expect((await call(colleague, 'PUT', '/api/retention', { rules: [] })).status).toBe(403);
  expect((await colleague.get('/api/retention/runs')).status).toBe(403);
  expect((await call(colleague, 'POST', `/api/retention/runs/${run?.id}/undo`)).status).toBe(403);
});

test('a preview counts each rule by itself, shows the newest leads, and changes nothing', async () => {
  for (let n = 0; n < 7; n++)
    await makeLead(user, { email: `${n}@mail.example`, city: n < 6 ? 'Bonn' : 'Ulm' });
  await changeStored(app.context.db.owner, "created_at = now() - interval '9 days'", 'organization_id = $1', [
    user.user.organizationId,
  ]);
  const { body } = await call<{ rules: { id: string; count: number; examples: Lead[] }[] }>(
    user,
    'POST',
    '/api/retention/preview',
    {
      rules: [
        ruleOf({ id: 'bonn', where: [['city', 'is', 'Bonn']] }),
        ruleOf({ id: 'all', after: { days: 8, of: 'created' } }),
        ruleOf({ id: 'older', after: { days: 10, of: 'created' } }),
      ],
    },
  );
  expect(body.rules.map(({ id, count, examples }) => [id, count, examples.length])).toEqual([
    ['bonn', 6, 5],
    ['all', 7, 5],
    ['older', 0, 0],
  ]);
  expect(body.rules[1]?.examples[0]?.email).toBe('6@mail.example');
  expect(await runsOf(user)).toEqual([]);
});

test('a rule runs once a night, and nights without leads are one entry', async () => {
  await giveRules(user, { where: [['city', 'is', 'Bonn']] });
  await passNight(app, user, 2);
  await passNight(app, user, 2);
  expect(await passNight(app, user, 3)).toHaveLength(1);
  await makeLead(user, { email: 'a@mail.example', city: 'Bonn' });
  await passNight(app, user, 5);
  const runs = await passNight(app, user, 5);
  expect(runs.map(({ leads }) => leads)).toEqual([1, 0]);
});

test('a rule whose custom field is gone fails and says so, the others run', async () => {
  const { body: field } = await call<{ id: string }>(user, 'POST', '/api/custom-fields', {
    name: 'Tier',
    type: 'text',
  });
  await makeLead(user, { email: 'a@mail.example' });
  await giveRules(user, { id: 'one', where: [['custom:Tier', 'isEmpty']] }, { id: 'two' });
  await call(user, 'DELETE', `/api/custom-fields/${field.id}`);
  const runs = await passNight(app, user, 2);
  expect(runs.map(({ ruleId, status, leads }) => [ruleId, status, leads])).toEqual([
    ['two', 'grace', 1],
    ['one', 'failed', 0],
  ]);
  expect(runs[1]?.failure).toContain('there is no field custom:Tier');
});

test('a run ends as its rule was when it began', async () => {
  await makeLead(user, { email: 'a@mail.example' });
  await giveRules(user, { name: 'Before', action: 'erase' });
  await passNight(app, user, 2);
  await put();
  expect(await runsOf(user)).toMatchObject([{ name: 'Before', action: 'erase', status: 'grace' }]);
});
