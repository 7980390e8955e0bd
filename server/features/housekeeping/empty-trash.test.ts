import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { changeStored } from '#tests/support/stored-leads.ts';
import { emptyTrash } from './housekeeping.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

test('what has been in the bin for 30 days is removed with all that belongs to it, the rest stays', async () => {
  const { owner } = app.context.db;
  const made = [];
  for (const [name, days] of [
    ['old', 31],
    ['young', 29],
    ['live', null],
  ] as const) {
    const lead = await makeLead(user, { email: `${name}@example.com` });
    await call(user, 'POST', `/api/leads/${lead.id}/notes`, { text: name });
    if (days !== null) {
      await call(user, 'DELETE', `/api/leads/${lead.id}`);
      await changeStored(owner, `deleted_at = now() - interval '${days} days'`, 'id = $1', [lead.id]);
    }
    made.push(lead.id);
  }
  await emptyTrash(owner);
  const statuses = await Promise.all(made.map(async (id) => (await user.get(`/api/leads/${id}`)).status));
  expect(statuses).toEqual([404, 200, 200]);
  for (const table of ['lead_notes', 'lead_events']) {
    const { rows } = await owner.query(`SELECT 1 FROM ${table} WHERE lead_id = $1`, [made[0]]);
    expect(rows).toEqual([]);
  }
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
});
