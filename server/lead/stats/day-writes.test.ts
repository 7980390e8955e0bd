import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { signUp } from '#tests/support/client.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { correctDays } from './day-writes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});
afterAll(() => app.close());

test('leads that an older server wrote are counted by day afterwards', async () => {
  const admin = await signUp(app.url);
  const id = admin.user.organizationId;
  await makeLead(admin, { email: 'a@example.com' });
  await app.context.db.owner.query(
    "DELETE FROM lead_stats WHERE organization_id = $1 AND dimension = 'created'",
    [id],
  );
  await makeLead(admin, { email: 'b@example.com' });
  expect(await wrongCounts(app, id)).not.toEqual([]);
  const correct = () => scopeOf(app.context, id).transaction(correctDays);
  await correct();
  expect(await wrongCounts(app, id)).toEqual([]);
  await correct();
  expect(await wrongCounts(app, id)).toEqual([]);
});
