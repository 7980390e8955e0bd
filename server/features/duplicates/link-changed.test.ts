import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { scopeOf } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { linkChangedLeads } from './link-changed.ts';
import { listClusters } from './reads.ts';
import { scanDuplicates } from './scan-writes.ts';

let app: TestApp;
let user: SignedIn;
let scope: OrganizationScope;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  scope = scopeOf(app.context, user.user.organizationId);
});

/** Returns the leads of each stored cluster, without a scan. */
async function clusters(): Promise<string[][]> {
  const { clusters } = await scope.transaction((tx) => listClusters(tx, { limit: 20, offset: 0 }));
  return clusters.map(({ leads }) => leads.map(({ id }) => id));
}

const smith = (firstName: string, email: string) => ({
  ...{ firstName, lastName: 'Smith', city: 'Leeds', postcode: 'LS1', address: '4 Mill Lane', email },
});

test('changed leads: compared with all others without a scan, and their clusters joined again', async () => {
  const a = await makeLead(user, smith('Robert', 'a@x.example'));
  await makeLead(user, { firstName: 'Zoe', lastName: 'Holt', city: 'Oslo', email: 'z@y.example' });
  expect(await linkChangedLeads(scope)).toBe(false);
  await scanDuplicates(scope);
  expect(await clusters()).toEqual([]);

  const b = await makeLead(user, smith('Bob', 'b@x.example'));
  expect(await linkChangedLeads(scope)).toBe(true);
  expect(await clusters()).toEqual([[a.id, b.id]]);

  const c = await makeLead(user, smith('Robert', 'c@x.example'));
  await linkChangedLeads(scope);
  expect(await clusters()).toEqual([[a.id, b.id, c.id]]);
  await scanDuplicates(scope);
  expect(await clusters()).toEqual([[a.id, b.id, c.id]]);

  const { status } = await user.send(`/api/leads/${c.id}`, { method: 'DELETE' });
  expect(status).toBeLessThan(300);
  await linkChangedLeads(scope);
  expect(await clusters()).toEqual([[a.id, b.id]]);
});
