import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { OpenIndex } from './index-entries.ts';
import { type Candidate, findSimilarLeads } from './similar-leads.ts';

const NOBODY: Candidate = {
  ...{ id: null, first_name: null, last_name: null, email: null, phone: null },
  ...{ address: null, city: null, postcode: null, custom_data: {} },
};

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

function similar(...candidates: Partial<Candidate>[]) {
  const scope = scopeOf(app.context, user.user.organizationId);
  return scope.transaction((tx) =>
    findSimilarLeads(
      tx,
      candidates.map((candidate) => ({ ...NOBODY, ...candidate })),
    ),
  );
}

const ROBERT = {
  first_name: 'Bob',
  last_name: 'Smith',
  phone: '07400 123456',
  city: 'Leeds',
  postcode: 'LS1',
};

test('leads are compared with stored ones as the last scan would: none before the first, never with themselves', async () => {
  const lead = await makeLead(user, {
    ...{ firstName: 'Robert', lastName: 'Smith', city: 'Leeds', postcode: 'LS1', phone: '+447400123456' },
  });
  expect(await similar(ROBERT)).toEqual([[]]);
  await user.get('/api/duplicates');
  const [found, other, itself] = await similar(
    ROBERT,
    { first_name: 'Zoe', last_name: 'Adams', city: 'Leeds' },
    { ...ROBERT, id: lead.id },
  );
  expect(found).toEqual([
    {
      ...{ leadId: lead.id, hash: expect.any(String), band: 'certain' },
      ...{ probability: expect.any(Number), reasons: expect.any(Array) },
    },
  ]);
  expect([other, itself]).toEqual([[], []]);
});

test('an index entry: a key that new leads overfill is divided, and none of them is lost', async () => {
  const index = new OpenIndex(1, async () => [
    { bucket: 0, leads: Buffer.alloc(0), counts: Buffer.alloc(0) },
  ]);
  const [key, second] = [7, 8];
  await index.load([key]);
  const ids = Array.from(
    { length: 40 },
    (_, n) => `00000000-0000-0000-0000-${String(n + 1).padStart(12, '0')}`,
  );
  index.divideFull(ids.slice(0, 20).map(() => key));
  for (const id of ids.slice(0, 20)) index.add(key, id);
  expect(index.isDivided(key)).toBe(false);
  index.divideFull(ids.slice(20).map(() => key));
  expect(index.isDivided(key)).toBe(true);
  for (const id of ids.slice(20)) index.add(second, id);
  expect([...index.leadsOf(key), ...index.leadsOf(second)]).toEqual(ids);
  for (const id of ids) index.add(second, id);
  expect(index.leadsOf(second)).toHaveLength(30);
});
