import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import type { OrganizationScope } from '#server/platform/db/scope.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { beginBulkCall } from '#tests/support/calls.ts';
import { signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { compactChanges, compactSegments } from '#tests/support/segments.ts';
import { until } from '#tests/support/until.ts';
import { startJobs } from '../../jobs.ts';
import { letIndexCatchUp } from './catch-up-writes.ts';
import { runOperation } from './run.ts';

const LEADS = 40;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});
afterAll(() => app.close());

/** Returns an organization with 40 logged changes, which nothing maintains. */
async function withLoggedChanges(): Promise<OrganizationScope> {
  const user = await signUp(app.url);
  const scope = scopeOf(app.context, user.user.organizationId);
  const jobs = await startJobs(app.context);
  const rows = Array.from({ length: LEADS }, (_, n) => [`${n}@mail.example`]);
  await importLeads(user, csvFile([['email'], ...rows]), { fieldMapping: { email: 'email' } });
  await jobs.stop();
  await compactSegments(scope, 10);
  const { id } = await beginBulkCall(user, { filter: {} }, { type: 'delete' });
  await runOperation(app.context.db.locks, scope, id);
  return scope;
}

/** Counts the calls for maintenance. */
function counting(scope: OrganizationScope): { scope: OrganizationScope; calls: () => number } {
  let calls = 0;
  const transaction: OrganizationScope['transaction'] = (work) =>
    scope.transaction((tx) => {
      const query: typeof tx.query = (statement, values) => {
        if (statement === 'SELECT enqueue_maintenance($1)') calls++;
        return tx.query(statement, values);
      };
      return work({ ...tx, query });
    });
  return { scope: { ...scope, transaction }, calls: () => calls };
}

test('a change log too long for lists: work waits until maintenance, which it calls, has made it shorter', async () => {
  const { scope, calls } = counting(await withLoggedChanges());
  const hasWaited = letIndexCatchUp(scope, { changes: 10, waitMs: 60_000 }).then(() => true);
  await until('maintenance is called', async () => calls() > 0);
  expect(await Promise.race([hasWaited, false])).toBe(false);
  await compactChanges(scope);
  expect(await hasWaited).toBe(true);
});

test('a change log that lists can read: work goes on and calls no maintenance', async () => {
  const { scope, calls } = counting(await withLoggedChanges());
  await letIndexCatchUp(scope, { changes: LEADS, waitMs: 60_000 });
  expect(calls()).toBe(0);
});

test('an index that nothing maintains: work goes on after a while, or at once when it is stopped', async () => {
  const { scope, calls } = counting(await withLoggedChanges());
  await letIndexCatchUp(scope, { changes: 0, waitMs: 10 });
  expect(calls()).toBeGreaterThan(0);
  await letIndexCatchUp(scope, { changes: 0, waitMs: 60_000, signal: AbortSignal.abort() });
});
