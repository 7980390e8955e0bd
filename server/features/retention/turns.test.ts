import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { giveRules, runsOf } from '#tests/support/retention.ts';
import { insertStored } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import { workOffRuns } from './run-retention.ts';
import { createRuns } from './run-writes.ts';

/** More than a turn works off. */
const MANY = 20_000;
const TURN_MS = 100;
const IN_TWO_DAYS_MS = 2 * 86_400_000;

let app: TestApp;
// The jobs would take turns of their own.
beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});
afterAll(() => app.close());

async function organizationWith(leads: number): Promise<SignedIn> {
  const user = await signUp(app.url);
  await insertStored(
    app.context.db.owner,
    user.user.organizationId,
    'organization_id, id, email',
    "SELECT $1::uuid, gen_random_uuid(), n || '@mail.example' FROM generate_series(1, $2::int) AS n",
    [leads],
  );
  await giveRules(user, { graceDays: 0 });
  return user;
}

test('organizations take turns: one with many leads is still at work when those behind it have ended', async () => {
  const large = await organizationWith(MANY);
  const small = [await organizationWith(10), await organizationWith(10)];
  await createRuns(app.context.db.owner, new Date(Date.now() + IN_TWO_DAYS_MS));
  const all = [large, ...small];
  const ended = await until('all runs have ended', async () => {
    await workOffRuns(app.context, new AbortController().signal, TURN_MS);
    const runs = (await Promise.all(all.map(runsOf))).flat();
    return runs.every(({ finishedAt }) => finishedAt !== null) ? runs : null;
  });
  expect(ended.map(({ status, leads }) => [status, leads])).toEqual([
    ['completed', MANY],
    ['completed', 10],
    ['completed', 10],
  ]);
  const [last, ...others] = ended.map(({ finishedAt }) => Date.parse(finishedAt ?? ''));
  for (const time of others) expect(time).toBeLessThan(last ?? 0);
});
