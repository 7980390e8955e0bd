import { afterAll, beforeAll, expect, test } from 'vitest';
import type { listDuplicates } from '#contract/duplicates.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function clusters() {
  const { body } = await user.get<ReplyOf<typeof listDuplicates>>('/api/duplicates?limit=100');
  return body.clusters;
}

const probabilityOf = async (id: string) =>
  (await clusters()).flatMap(({ pairs }) => pairs).find(({ a }) => a === id)?.probability ?? 0;

const bitsOf = (probability: number) => Math.log2(probability / (1 - probability));

async function makePairs(count: number): Promise<[string, string][]> {
  const pairs: [string, string][] = [];
  for (let n = 0; n < count; n++) {
    const one = await makeLead(user, { email: `mail${n}@corp.example` });
    pairs.push([one.id, (await makeLead(user, { email: `mail${n}+x@corp.example` })).id]);
  }
  return pairs;
}

test('dismissed pairs lower the next scan, and merged ones raise it until their undo', async () => {
  user = await signUp(app.url);
  const pairs = await makePairs(8);
  const [last = ''] = pairs.at(-1) ?? [];
  const before = await probabilityOf(last);
  expect(before).toBeGreaterThan(0.5);
  const [first] = pairs;
  const merged = await call<{ undoId: string }>(user, 'POST', '/api/duplicates/merge', {
    ...{ keepId: first?.[0], leadIds: [first?.[1]] },
  });
  const { rows } = await app.context.db.owner.query<{ bits: number | null }>(
    'SELECT bits FROM lead_merges WHERE organization_id = $1',
    [user.user.organizationId],
  );
  expect(rows[0]?.bits).toBeGreaterThan(0);
  await call(user, 'POST', `/api/duplicates/merges/${merged.body.undoId}/undo`);
  expect(await probabilityOf(last)).toBeCloseTo(before, 4);
  for (const [a, b] of pairs.slice(0, 5)) await call(user, 'POST', '/api/duplicates/dismiss', { a, b });
  const after = await probabilityOf(last);
  expect(bitsOf(before) - bitsOf(after)).toBeGreaterThan(2);
});
