import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { leadFilter } from '#contract/lead-filter.ts';
import { LEAD_SORT_KEYS } from '#contract/lead-sort.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { signUp } from '#tests/support/client.ts';
import { makeFullSegments } from '#tests/support/segments.ts';
import { idsInOrder, type SortedRow } from '#tests/support/sorted-rows.ts';
import { changeStored, deleteStored, UNASKED } from '#tests/support/stored-leads.ts';
import { insertSelected } from '../../../platform/db/insert-selected.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import { insertNewLeads, takeTransactionId } from '../../store/store.ts';
import type { Left, Made } from '../index/finder.ts';
import { compact } from '../index/maintain.ts';
import { indexSubstrings } from '../index/substrings.ts';
import { assignBuckets } from './buckets.ts';
import { putInOrder } from './maintain-order.ts';
import { type OrderThreads, remakeBuckets } from './order-writes.ts';
import { sortedPage } from './sorted-page.ts';
import { chooseThresholds } from './thresholds.ts';

// Compares sorted pages with all leads, read plainly and sorted here, after random work in any order, with segments and buckets
// made at any point, or not at all.

const SEGMENT = 100;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});
afterAll(() => app.close());

/** Buckets of a few leads each. */
const THREADS: OrderThreads = {
  assign: async (fields) => assignBuckets(fields),
  choose: async (samples, scale) =>
    samples.map((sample) => JSON.stringify(chooseThresholds(JSON.parse(sample), scale, 9))),
};

const TEXTS = [
  ...[
    'Anna',
    'anna',
    'ÄNNA',
    'Åsa',
    'Zoë',
    'zoe',
    'José',
    'JOSE',
    'Łukasz',
    'lukas',
    'Øre',
    'straße',
    'STRASSE',
    'Æon',
  ],
  ...[
    'Ωmega',
    'ωμέγα',
    'Жанна',
    'жук',
    'Ёж',
    'Ş',
    '日本',
    '😀',
    '\ue000',
    '10',
    '9',
    '-',
    'a b',
    'a-b',
    null,
    null,
    null,
  ],
];
const CUSTOM = { "Plan's": 'text', Score: 'number', Day: 'date', Ok: 'boolean' };

async function newScope(): Promise<OrganizationScope> {
  const { user } = await signUp(app.url);
  const scope = scopeOf(app.context, user.organizationId);
  await scope.transaction(async (tx) => {
    for (const [name, type] of Object.entries(CUSTOM)) {
      await tx.query('INSERT INTO custom_fields (organization_id, id, name, type) VALUES ($1, $2, $3, $4)', [
        ...[tx.organizationId, newId(), name, type],
      ]);
    }
    // Filters find the spellings that leads have among these.
    await tx.query(
      insertSelected(`INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
       SELECT $1, 'country', country, gen_random_uuid(), 1, 0, 0 FROM unnest(array['Germany', 'GERMANY', 'France']) AS country`),
      [tx.organizationId],
    );
  });
  return scope;
}

function idAt(n: number): string {
  return `01900000-${n.toString(16).padStart(4, '0')}-7000-8000-000000000000`;
}

/** Leads whose columns follow from their number and `salt`. */
async function insert(scope: OrganizationScope, from: number, to: number, salt = 0): Promise<void> {
  const text = (step: number): string => `($5::text[])[1 + (k * ${step} + k / 7) % ${TEXTS.length}]`;
  const values = {
    id: "('01900000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-000000000000')::uuid",
    email: "CASE WHEN n % 5 > 0 THEN left(md5(k::text), 1 + k % 3) || n || '@mail.test' END",
    phone: "CASE WHEN n % 5 = 0 OR n % 3 > 0 THEN '+49151' || 1000000 + n * 7 % 1000 END",
    number_valid: '(n % 5 = 0 OR n % 3 > 0) AND n % 7 > 0',
    first_name: text(3),
    last_name: text(5),
    city: text(7),
    address: "k % 3 || ' Main St'",
    agent: "'same'",
    country: "(array['Germany', 'GERMANY', 'France', null])[1 + k % 4]",
    status: "(array['new', 'odd', 'NEW', 'new'])[1 + k % 4]",
    hlr: "(array[null, 'active', 'dead'])[1 + k % 3]",
    is_sold: 'k % 6 = 0',
    tags: "CASE k % 4 WHEN 0 THEN array['Vip', 'a'] WHEN 1 THEN array['cold'] WHEN 2 THEN array['víp'] ELSE '{}' END",
    deposit_date: "CASE WHEN k % 5 > 0 THEN date '2024-12-20' + k % 40 END",
    deposit_amount: 'CASE WHEN k % 4 > 0 THEN (k % 30 - 3) * 99.75 END',
    import_id: 'CASE WHEN k % 3 = 0 THEN gen_random_uuid() END',
    created_at: "timestamptz '2026-01-01' + (k % 90) * interval '1.000001 s'",
    custom_data: `jsonb_strip_nulls(jsonb_build_object('Plan''s', ${text(11)}, 'Score', CASE WHEN k % 3 > 0 THEN k * 37 % 100 - 50.5 END,
      'Day', CASE WHEN k % 2 = 0 THEN date '2025-01-01' + k % 50 END, 'Ok', CASE WHEN k % 5 > 1 THEN k % 2 = 0 END))`,
  };
  await scope.transaction(async (tx) => {
    await takeTransactionId(tx);
    const leads = {
      admission: UNASKED,
      columns: ['organization_id', ...Object.keys(values)],
      source: `SELECT $1::uuid, ${Object.values(values).join(', ')}
        FROM generate_series($2::int, $3::int) AS n, LATERAL (SELECT n + $4::int AS k) AS salted`,
      values: [tx.organizationId, from, to, salt, TEXTS],
    };
    await insertNewLeads(tx, leads, 'SELECT');
  });
}

const DELETED = 'deleted';
const CHANGES = [
  "status = 'odd', updated_at = now()",
  "city = 'Ávila', country = 'France'",
  'is_sold = NOT b.is_sold, agent = NULL',
  "tags = '{zeta,alpha}', hlr = 'live'",
  "deposit_date = '2025-01-03', deposit_amount = 12.34",
  'deposit_date = NULL, deposit_amount = NULL',
  "first_name = 'Ada', last_name = NULL",
  `custom_data = (b.custom_data || '{"Score": 7.25, "Plan''s": "Gold"}'::jsonb) - 'Ok'::text`,
  'deleted_at = now()',
  'deleted_at = NULL',
  DELETED,
];

function change(scope: OrganizationScope, set: string, from: number, to: number): Promise<void> {
  const where = [
    'organization_id = $1 AND id BETWEEN $2 AND $3',
    [scope.organizationId, idAt(from), idAt(to)],
  ] as const;
  const { owner } = app.context.db;
  return set === DELETED ? deleteStored(owner, ...where) : changeStored(owner, set, ...where);
}

function compactAll(scope: OrganizationScope, isSorted: boolean): Promise<Left> {
  const onRemade = isSorted
    ? (tx: TenantTransaction, made: Made) => remakeBuckets(tx, made, THREADS)
    : undefined;
  return compact(scope, { changes: 0, indexSubstrings, onRemade });
}

/** Does so many pieces of the work that is left. */
async function putSomeInOrder(scope: OrganizationScope, pieces: number): Promise<void> {
  let left = pieces;
  await putInOrder(scope, THREADS, () => left-- === 0);
}

async function putAllInOrder(scope: OrganizationScope): Promise<void> {
  expect(await putInOrder(scope, THREADS)).toBe('nothing');
}

/** Filters, and the same as a plain WHERE clause. */
const FILTERS: [Record<string, string>, string][] = [
  [{}, 'deleted_at IS NULL'],
  [{ isSold: 'true' }, 'deleted_at IS NULL AND is_sold'],
  [{ country: 'germany', isSold: 'false' }, "deleted_at IS NULL AND country ILIKE 'germany' AND NOT is_sold"],
  [{ hasEmail: 'true', phoneValid: 'valid' }, 'deleted_at IS NULL AND email IS NOT NULL AND number_valid'],
  [{ depositAmount: '99-1500' }, 'deleted_at IS NULL AND deposit_amount BETWEEN 99 AND 1500'],
  [{ search: 'mail' }, "deleted_at IS NULL AND (email LIKE '%mail%')"],
  [{ search: '9@mail', isSold: 'false' }, "deleted_at IS NULL AND email LIKE '%9@mail%' AND NOT is_sold"],
  [{ search: 'nobody at all' }, 'false'],
  [{ bin: 'true' }, 'deleted_at IS NOT NULL'],
  [{ custom: '{"Score":"7.25"}' }, 'deleted_at IS NULL AND custom_data @> \'{"Score": 7.25}\''],
];

const SORTS = [...LEAD_SORT_KEYS, ...Object.keys(CUSTOM).map((name) => `custom:${name}`)];

/** Sets the counters, which tell the totals of no filter and of one value. */
async function recount(tx: TenantTransaction): Promise<void> {
  await tx.query("DELETE FROM lead_stats WHERE organization_id = $1 AND dimension IN ('all', 'sold')", [
    tx.organizationId,
  ]);
  await tx.query(
    insertSelected(`INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
     SELECT $1, d.dimension, d.value, gen_random_uuid(), count(*), 0, 0
     FROM leads CROSS JOIN LATERAL (VALUES ('all', ''), ('sold', is_sold::text)) d (dimension, value)
     WHERE organization_id = $1 AND deleted_at IS NULL GROUP BY 2, 3`),
    [tx.organizationId],
  );
}

async function compare(scope: OrganizationScope, salt: number): Promise<void> {
  await scope.transaction(async (tx) => {
    await recount(tx);
    for (const [nth, [filter, clause]] of FILTERS.entries()) {
      const rows = await tx.query<SortedRow>(
        `SELECT *, extract(epoch FROM created_at) * 1000000 AS created_at, extract(epoch FROM updated_at) * 1000000 AS updated_at
         FROM leads WHERE organization_id = $1 AND ${clause}`,
        [tx.organizationId],
      );
      // All fields without a filter, a few with each.
      const sorts = SORTS.filter((_, at) => nth === 0 || (at + nth + salt) % 5 === 0);
      for (const [at, sort] of sorts.entries()) {
        for (const order of ['asc', 'desc'] as const) {
          const ids = idsInOrder(rows, sort, order);
          const offset = Math.floor((ids.length * ((at + salt) % 5)) / 4);
          const limit = [1, 20, 200][(at + nth) % 3] as number;
          const part = { sort, descending: order === 'desc', offset, limit };
          expect(
            await sortedPage(tx, leadFilter.parse(filter) as LeadFilter, part),
            JSON.stringify([filter, part]),
          ).toEqual({
            ids: ids.slice(offset, offset + limit),
            total: ids.length,
          });
        }
      }
    }
  });
}

test('sorted pages are slices of all leads, sorted', async () => {
  const range = fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 150 }));
  const step = fc.oneof(
    fc.record({ do: fc.constant('insert' as const), range, salt: fc.nat(50) }),
    fc.record({ do: fc.constantFrom(...CHANGES), range }),
    fc.record({
      do: fc.constantFrom('segment' as const, 'remake' as const, 'compact' as const, 'order' as const),
      range,
    }),
    fc.record({ do: fc.constantFrom('order some' as const), range }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), fc.nat(20), async (steps, salt) => {
      const scope = await newScope();
      await insert(scope, 200, 520);
      await makeFullSegments(scope, SEGMENT);
      await putAllInOrder(scope);
      for (const one of steps) {
        const [from, length] = one.range;
        if (one.do === 'insert') await insert(scope, from, from + length, 'salt' in one ? one.salt : 0);
        else if (one.do === 'segment') await makeFullSegments(scope, SEGMENT);
        else if (one.do === 'remake' || one.do === 'compact') await compactAll(scope, one.do === 'remake');
        else if (one.do === 'order') await putAllInOrder(scope);
        else if (one.do === 'order some') await putSomeInOrder(scope, length % 8);
        else await change(scope, one.do, from, from + length);
      }
      await compare(scope, salt);
    }),
    { numRuns: 8 },
  );
});

test('pages are sorted without segments, with some of them in buckets, and with all', async () => {
  const scope = await newScope();
  await insert(scope, 200, 520);
  await compare(scope, 1);
  await makeFullSegments(scope, SEGMENT);
  await compare(scope, 2);
  await putSomeInOrder(scope, 2);
  await compare(scope, 3);
  await putAllInOrder(scope);
  const made = await scope.transaction((tx) => tx.query('SELECT FROM lead_sort_buckets'));
  expect(made.length).toBe(3 * (SORTS.length - 1));
  await compare(scope, 4);
  for (const [nth, set] of CHANGES.entries()) await change(scope, set, 220 + 20 * nth, 245 + 20 * nth);
  await insert(scope, 100, 110);
  await insert(scope, 521, 640, 3);
  await compare(scope, 0);
  await makeFullSegments(scope, SEGMENT);
  await compare(scope, 1);
  await compactAll(scope, true);
  await compare(scope, 2);
});
