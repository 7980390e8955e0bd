import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { signUp } from '#tests/support/client.ts';
import type { OrganizationScope } from '../security/scope.ts';
import { findLeads } from './page-reads.ts';
import { foldPlaces } from './place-folding-writes.ts';
import { placeBefore, SUM_ENTRY } from './place-reads.ts';

// Where a page of all leads begins, known without counting up to it, against counting: whatever comes and goes, in
// whatever order, and whenever entries are summed up.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});
afterAll(() => app.close());

async function newScope(): Promise<OrganizationScope> {
  const { user } = await signUp(app.url);
  return scopeOf(app.context, user.organizationId);
}

/** An id in one of 64 places, the higher the later, and one of 4,096 within it. */
function idAt(place: number, n: number): string {
  const [hex, low] = [place.toString(16).padStart(2, '0'), n.toString(16).padStart(3, '0')];
  return `0190000${hex[0]}-${hex[1]}${low}-7000-8000-000000000000`;
}

async function insert(scope: OrganizationScope, ids: readonly string[]): Promise<void> {
  await scope.transaction((tx) =>
    tx.query(
      `INSERT INTO leads (organization_id, id, email) SELECT $1, id, id || '@mail.test' FROM unnest($2::uuid[]) AS id
       ON CONFLICT DO NOTHING`,
      [tx.organizationId, ids],
    ),
  );
}

async function change(scope: OrganizationScope, statement: string, from: string, to: string): Promise<void> {
  await scope.transaction((tx) =>
    tx.query(`${statement} WHERE organization_id = $1 AND id BETWEEN $2 AND $3`, [
      tx.organizationId,
      from,
      to,
    ]),
  );
}

async function liveIds(scope: OrganizationScope): Promise<string[]> {
  const rows = await scope.transaction((tx) =>
    tx.query<{ id: string }>(
      'SELECT id FROM leads WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY id DESC',
      [tx.organizationId],
    ),
  );
  return rows.map(({ id }) => id);
}

async function expectExactPlaces(scope: OrganizationScope): Promise<void> {
  const ids = await liveIds(scope);
  for (let offset = 0; offset <= ids.length + 1; offset += 1 + Math.floor(ids.length / 20)) {
    const place = await scope.transaction((tx) => placeBefore(tx, offset));
    if (place === null) continue;
    expect(place.skipped).toBeLessThanOrEqual(offset);
    expect(place.skipped).toBe(ids.filter((id) => id >= place.below).length);
  }
}

const places = fc.integer({ min: 0, max: 63 });
const STEP = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    place: places,
    wide: fc.integer({ min: 1, max: 5 }),
    count: fc.integer({ min: 1, max: 12 }),
    first: fc.integer({ min: 0, max: 4000 }),
  }),
  fc.record({
    kind: fc.constantFrom('bin' as const, 'restore' as const, 'delete' as const),
    place: places,
    wide: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ kind: fc.constant('fold' as const), most: fc.integer({ min: 1, max: 20 }) }),
);
const STATEMENTS = {
  bin: 'UPDATE leads SET deleted_at = now()',
  restore: 'UPDATE leads SET deleted_at = NULL',
  delete: 'DELETE FROM leads',
};

test('a place tells exactly how many leads are before it', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 25 }), async (steps) => {
      const scope = await newScope();
      for (const step of steps) {
        if (step.kind === 'fold') await scope.transaction((tx) => foldPlaces(tx, step.most));
        else if (step.kind === 'insert') {
          const { place, wide, count, first } = step;
          await insert(
            scope,
            Array.from({ length: count }, (_, n) => idAt((place + (n % wide)) % 64, (first + n) % 4096)),
          );
        } else {
          const to = Math.min(63, step.place + step.wide - 1);
          await change(scope, STATEMENTS[step.kind], idAt(step.place, 0), idAt(to, 4095));
        }
      }
      await expectExactPlaces(scope);
      await scope.transaction((tx) => foldPlaces(tx, 3));
      await expectExactPlaces(scope);
    }),
    { numRuns: 40 },
  );
});

test('pages far down begin at the nearest place, and are those of the list', async () => {
  const scope = await newScope();
  for (let place = 0; place < 60; place++) {
    await insert(
      scope,
      Array.from({ length: 100 }, (_, n) => idAt(place, n)),
    );
    await scope.transaction((tx) => foldPlaces(tx, 100));
  }
  await change(scope, STATEMENTS.bin, idAt(20, 10), idAt(22, 49));
  const ids = await liveIds(scope);
  expect(await scope.transaction((tx) => placeBefore(tx, 3_055))).toEqual({
    below: `${idAt(30, 0).slice(0, 10)}000-0000-0000-000000000000`,
    skipped: 3_000,
  });

  for (const offset of [0, 1_999, 2_000, 3_055, 4_000, 5_700, 5_735, 6_000]) {
    const page = { limit: 20, offset };
    const { leads } = await scope.transaction((tx) => findLeads(tx, { bin: false }, page, false));
    expect(leads.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 20));
  }
});

test('what was summed up is one entry a stretch, and the same for two at once', async () => {
  const scope = await newScope();
  for (let place = 0; place < 30; place++) await insert(scope, [idAt(place, 1), idAt(place, 2)]);
  await Promise.all([1, 2, 3].map(() => scope.transaction((tx) => foldPlaces(tx, 10))));
  await scope.transaction((tx) => foldPlaces(tx, 10));

  const { rows } = await app.context.db.owner.query<{ entry: string; leads: number }>(
    'SELECT entry, leads FROM lead_places WHERE organization_id = $1 ORDER BY place',
    [scope.organizationId],
  );
  expect(rows.map(({ entry }) => entry)).toEqual(Array(rows.length).fill(SUM_ENTRY));
  expect(rows.map(({ leads }) => leads)).toEqual([10, 10, 10, 10, 10, 10]);
});
