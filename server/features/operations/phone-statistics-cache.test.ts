import { EventEmitter } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { cachedStatistics } from './phone-statistics.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  await makeLead(user, { phone: '020!7946!0001', country: 'United Kingdom' });
});

afterAll(() => app.close());

/** Returns a scope that counts how often the leads are read. */
function countingScope(): { scope: OrganizationScope; reads: () => number } {
  const scope = scopeOf(app.context, user.user.organizationId);
  let reads = 0;
  const counting = {
    ...scope,
    transaction: <T>(work: Parameters<typeof scope.transaction<T>>[0]): Promise<T> => {
      reads++;
      return scope.transaction(work);
    },
  };
  return { scope: counting as OrganizationScope, reads: () => reads };
}

test('a look that follows no change reads nothing', async () => {
  const { scope, reads } = countingScope();
  const statisticsOf = cachedStatistics(app.context.notices);
  const looks = [
    await statisticsOf(scope),
    ...(await Promise.all([statisticsOf(scope), statisticsOf(scope)])),
  ];
  expect(reads()).toBe(1);
  expect(new Set(looks).size).toBe(1);
});

test('a look after a change counts anew, however soon it comes', async () => {
  const { scope, reads } = countingScope();
  const statisticsOf = cachedStatistics(app.context.notices);
  const before = (await statisticsOf(scope)).stats;
  for (let n = 1; n <= 30; n++) {
    await makeLead(user, { phone: `020!7946!1${String(n).padStart(3, '0')}`, country: 'United Kingdom' });
    const { stats, countries } = await statisticsOf(scope);
    expect(stats).toEqual({
      ...before,
      totalInvalid: before.totalInvalid + n,
      fixableCount: before.fixableCount + n,
    });
    expect(countries).toMatchObject([{ count: stats.totalInvalid }]);
  }
  expect(reads()).toBe(31);
});

test("a change of another organization's leads takes nothing away", async () => {
  const { scope, reads } = countingScope();
  const statisticsOf = cachedStatistics(app.context.notices);
  await statisticsOf(scope);
  await makeLead(await signUp(app.url), { phone: '12' });
  await statisticsOf(scope);
  expect(reads()).toBe(1);
});

test('without word of changes, or after it was lost, every look counts', async () => {
  const { scope, reads } = countingScope();
  const events = new EventEmitter();
  let connection = 1;
  const statisticsOf = cachedStatistics({
    caughtUp: async () => {
      if (connection === 0) throw new Error('no connection');
      return connection;
    },
    onLeadsChanged: (listener) => {
      events.on('leads', listener);
      return () => events.off('leads', listener);
    },
  });
  await statisticsOf(scope);
  connection = 2;
  await statisticsOf(scope);
  await statisticsOf(scope);
  expect(reads()).toBe(2);
  connection = 0;
  await statisticsOf(scope);
  await statisticsOf(scope);
  expect(reads()).toBe(4);
});

test('a look that failed is not kept', async () => {
  const { scope, reads } = countingScope();
  const statisticsOf = cachedStatistics(app.context.notices);
  const broken = { ...scope, transaction: () => Promise.reject(new Error('lost')) };
  await expect(statisticsOf(broken as OrganizationScope)).rejects.toThrow('lost');
  expect((await statisticsOf(scope)).stats.totalInvalid).toBeGreaterThan(0);
  expect(reads()).toBe(1);
});
