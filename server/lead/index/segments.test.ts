import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { signUp } from '#tests/support/client.ts';
import { ALL, foldAll, foldChanges } from '#tests/support/segments.ts';
import { changeStored, deleteOrganization, deleteStored } from '#tests/support/stored-leads.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { statementsOn } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { insertLeads, insertNewLeads } from '../store/insert-leads.ts';
import { takeTransactionId } from '../store/transaction-id.ts';
import type { LeadConditions } from './conditions.ts';
import { frequentStrings } from './frequent-strings.ts';
import {
  announceSegments,
  foldSegment,
  foldsToDo,
  isAnnouncementKnown,
  sealSegment,
} from './segment-folding-writes.ts';
import { idsBefore, idsOfPage } from './segment-page-reads.ts';
import {
  countInSegments,
  FIRST_ID,
  LAST_ID,
  sealedUpTo,
  stretchesOf,
  totalOfStretches,
} from './segment-reads.ts';
import { stretchesFound } from './string-reads.ts';

// What segments tell of leads against reading all of them: whatever comes, changes and goes, in whatever order, and whenever
// segments are made.

const SEGMENT = 100;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});
afterAll(() => app.close());

async function newScope(): Promise<OrganizationScope> {
  const { user } = await signUp(app.url);
  return scopeOf(app.context, user.organizationId);
}

/** The n-th id, the higher the later. */
function idAt(n: number): string {
  return `01900000-${n.toString(16).padStart(4, '0')}-7000-8000-000000000000`;
}

/** Leads whose columns follow from their number and `salt`. */
async function insert(scope: OrganizationScope, from: number, to: number, salt = 0): Promise<void> {
  await scope.transaction(async (tx) => {
    const columns =
      'organization_id, id, email, phone, number_valid, country, brand, source, status, is_sold, hlr, whatsapp, tags, deposit_date, deposit_amount';
    const leads = {
      columns: columns.split(', '),
      source: `SELECT $1::uuid, ('01900000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-000000000000')::uuid,
         CASE WHEN n % 5 > 0 THEN n || '@mail.test' END, CASE WHEN n % 5 = 0 OR n % 3 > 0 THEN '+49151' || 1000000 + n END,
         (n % 5 = 0 OR n % 3 > 0) AND n % 7 > 0,
         (array['Germany', 'France', null])[1 + k % 3], (array['Acme', 'ACME', null])[1 + k / 3 % 3], 'source-' || k % 20,
         (array['new', 'odd', 'new', 'new'])[1 + k % 4], k % 6 = 0, (array[null, 'active', 'dead'])[1 + k % 3],
         (array[null, 'yes'])[1 + k % 2],
         CASE k % 4 WHEN 0 THEN array['vip'] WHEN 1 THEN array['vip', 'cold'] ELSE '{}' END,
         CASE WHEN k % 5 > 0 THEN date '2024-12-20' + k % 40 END, CASE WHEN k % 4 > 0 THEN (k % 30) * 99.75 END
       FROM generate_series($2::int, $3::int) AS n, LATERAL (SELECT n + $4::int AS k) AS salted`,
      values: [tx.organizationId, from, to, salt],
    };
    await takeTransactionId(tx);
    await insertNewLeads(tx, leads, 'SELECT');
  });
}

function changed(scope: OrganizationScope, set: string, from: number, to: number): Promise<unknown> {
  const where = [
    'organization_id = $1 AND id BETWEEN $2 AND $3',
    [scope.organizationId, idAt(from), idAt(to)],
  ] as const;
  const { owner } = app.context.db;
  return set === DELETED ? deleteStored(owner, ...where) : changeStored(owner, set, ...where);
}

/** Deleted for good. */
const DELETED = 'deleted';

const STATEMENTS = [
  "status = 'odd'",
  "country = 'Peru', brand = NULL",
  'is_sold = NOT b.is_sold',
  "tags = '{cold}', hlr = 'live', whatsapp = 'no'",
  "deposit_date = '2025-01-03', deposit_amount = 0",
  'deposit_date = NULL, deposit_amount = -5',
  "email = NULL, phone = '+49301' || right(replace(b.id::text, '-', ''), 20) || left(b.id::text, 13)",
  "first_name = 'Ada'",
  "first_name = 'Ada' || chr(10) || 'Üßa' || chr(30), last_name = 'mail'",
  'deleted_at = now()',
  'deleted_at = NULL',
  DELETED,
];

/** Conditions, and the same as a plain WHERE clause. */
const ASKED: [LeadConditions, string][] = [
  [{ bin: false }, 'true'],
  [{ bin: false, country: ['Germany'] }, "country = 'Germany'"],
  [{ bin: false, country: [] }, 'false'],
  [
    { bin: false, country: ['Peru', 'France'], status: ['odd'] },
    "country IN ('Peru', 'France') AND status = 'odd'",
  ],
  [{ bin: false, brand: ['Acme', 'ACME'], sold: true }, "lower(brand) = 'acme' AND is_sold"],
  [{ bin: false, source: ['source-7'], hlr: 1 }, "source = 'source-7' AND hlr IN ('active', 'live')"],
  [{ bin: false, whatsapp: 0, sold: false }, 'whatsapp IS NULL AND NOT is_sold'],
  [{ bin: false, tags: { asked: 1, spellings: ['vip', 'cold'] } }, "tags && array['vip', 'cold']"],
  [{ bin: false, tags: { asked: 1, spellings: [] }, sold: true }, 'false'],
  [{ bin: false, phone: 'valid', email: false }, 'number_valid AND email IS NULL'],
  [
    { bin: false, phone: 'invalid', email: true },
    'NOT number_valid AND phone IS NOT NULL AND email IS NOT NULL',
  ],
  [
    { bin: false, dates: { from: '2024-12-25', to: '2025-01-03' } },
    "deposit_date BETWEEN '2024-12-25' AND '2025-01-03'",
  ],
  [{ bin: false, dates: { from: null, to: '2025-01-10' } }, "deposit_date <= '2025-01-10'"],
  [{ bin: false, amount: { from: '99.75', to: '1500' } }, 'deposit_amount BETWEEN 99.75 AND 1500'],
  [
    { bin: false, amount: { from: '0', to: null }, status: ['new'] },
    "deposit_amount >= 0 AND status = 'new'",
  ],
  [{ bin: false, amount: { from: '999999999999.99', to: null } }, 'deposit_amount >= 999999999999.99'],
];

const SEARCHED = ['mail', '@mail.test', 'l.t', '20', '+', '491', 'ada', '1', '9@mail', 'üßa', 'nobody'];

/** Whether each search was told by segments. */
async function compareSearches(scope: OrganizationScope): Promise<boolean[]> {
  return scope.transaction(async (tx) => {
    const told: boolean[] = [];
    for (const text of SEARCHED) {
      const rows = await tx.query<{ id: string }>(
        `SELECT lead_id AS id FROM lead_search WHERE organization_id = $1 AND strpos(search_text, $2) > 0
         ORDER BY lead_id DESC`,
        [tx.organizationId, text],
      );
      const ids = rows.map(({ id }) => id);
      const conditions = { bin: false, search: { text, digits: null, isFrequent: true, parts: [] } };
      for (const segmentCosts of [0, 8_000]) {
        const stretches = await stretchesFound(tx, conditions, segmentCosts);
        told.push(stretches !== null);
        if (stretches === null) continue;
        expect(totalOfStretches(stretches), text).toBe(ids.length);
        for (const offset of [0, Math.floor(ids.length / 2)]) {
          const found = await idsOfPage(tx, conditions, { limit: 160, offset }, stretches);
          expect(found, text).toEqual(ids.slice(offset, offset + 160));
        }
      }
    }
    return told;
  });
}

async function compare(scope: OrganizationScope): Promise<void> {
  await compareSearches(scope);
  for (const [conditions, clause] of ASKED) {
    const asked = `${JSON.stringify(conditions)}`;
    await scope.transaction(async (tx) => {
      const rows = await tx.query<{ id: string }>(
        `SELECT id FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND ${clause} ORDER BY id DESC`,
        [tx.organizationId],
      );
      const ids = rows.map(({ id }) => id);
      expect(await countInSegments(tx, conditions), asked).toBe(ids.length);
      const stretches = await stretchesOf(tx, conditions);
      for (const offset of [0, Math.floor(ids.length / 2), ids.length + 1]) {
        for (const limit of [7, 160]) {
          const found = await idsOfPage(tx, conditions, { limit, offset }, stretches);
          expect(found, asked).toEqual(ids.slice(offset, offset + limit));
        }
        const before = ids[offset] ?? LAST_ID;
        const older = await idsBefore(tx, conditions, { limit: 30, before }, stretches);
        expect(older, asked).toEqual(ids.filter((id) => id < before).slice(0, 30));
      }
    });
  }
}

test('segments tell of leads what the leads are', async () => {
  const range = fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 150 }));
  const step = fc.oneof(
    fc.record({ do: fc.constant('insert' as const), range, salt: fc.nat(50) }),
    fc.record({ do: fc.constantFrom(...STATEMENTS), range }),
    fc.record({ do: fc.constantFrom('fold' as const, 'seal' as const, 'change' as const), range }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const scope = await newScope();
      await insert(scope, 200, 520);
      await foldAll(scope, SEGMENT);
      for (const one of steps) {
        const [from, length] = one.range;
        if (one.do === 'insert') await insert(scope, from, from + length, 'salt' in one ? one.salt : 0);
        else if (one.do === 'fold') await foldAll(scope, SEGMENT);
        else if (one.do === 'seal') {
          await scope.transaction((tx) => announceSegments(tx, SEGMENT));
          await scope.transaction((tx) => isAnnouncementKnown(tx));
          await scope.transaction((tx) => sealSegment(tx, SEGMENT));
        } else if (one.do === 'change') {
          await foldChanges(scope, SEGMENT);
        } else await changed(scope, one.do, from, from + length);
      }
      await compare(scope);
    }),
    { numRuns: 12 },
  );
});

test('segments tell what is searched, with what changed since, and are asked no more where they do not', async () => {
  const scope = await newScope();
  await insert(scope, 200, 560);
  await foldAll(scope, SEGMENT);
  const [first, ...others] = await compareSearches(scope);
  expect(first).toBe(true);
  expect(others).toContain(false);
  await changed(scope, "first_name = 'Ada', email = b.id || '@other.test'", 250, 290);
  await changed(scope, 'deleted_at = now()', 280, 320);
  await insert(scope, 100, 110);
  expect(await compareSearches(scope)).toEqual([first, ...others]);
  await foldChanges(scope, SEGMENT);
  await compare(scope);
});

test('nothing of the text of a lead that is deleted for good stays', async () => {
  const scope = await newScope();
  await insert(scope, 200, 420);
  await changed(scope, "first_name = 'Secret'", 310, 320);
  await foldAll(scope, SEGMENT);
  await changed(scope, "first_name = 'Other'", 315, 325);
  await changed(scope, 'deleted_at = now()', 312, 330);
  const held = () =>
    scope.transaction((tx) =>
      tx.query(
        `SELECT 'strings' AS by FROM lead_strings WHERE position('secret'::bytea IN strings) > 0
         UNION ALL SELECT DISTINCT 'changes' FROM lead_text_changes WHERE was LIKE 'secret%'`,
      ),
    );
  expect(await held()).toEqual([{ by: 'strings' }, { by: 'changes' }]);
  await changed(scope, DELETED, 312, 330);
  expect(await held()).toEqual([]);
  await compare(scope);
  await foldChanges(scope, SEGMENT);
  await compare(scope);
  // What was mined since a lead came into the bin knows nothing of it.
  const mined = () => scope.transaction((tx) => tx.query('SELECT low FROM lead_strings ORDER BY low'));
  await changed(scope, 'deleted_at = now()', 340, 345);
  await foldChanges(scope, SEGMENT);
  const all = await mined();
  await changed(scope, DELETED, 340, 345);
  expect(await mined()).toEqual(all);
  await compare(scope);
});

test('a lead that is deleted for good while its segment is mined is not told of', async () => {
  const scope = await newScope();
  await insert(scope, 200, 420);
  await foldAll(scope, SEGMENT);
  await changed(scope, DELETED, 310, 312);
  const [fold] = await scope.transaction((tx) => foldsToDo(tx, ALL));
  let tries = 0;
  let waiting: Promise<unknown> = Promise.resolve();
  await scope.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await tx.query('SELECT');
    // Between its snapshot and its lock: it begins anew.
    tries++;
    if (tries === 1) await changed(scope, DELETED, 320, 325);
    if (fold === undefined) return;
    await foldSegment(tx, fold, async (texts, least) => {
      // Behind its lock: the lead is gone once it is done.
      waiting = changed(scope, DELETED, 330, 340);
      return frequentStrings(texts, least);
    });
  });
  await waiting;
  expect(tries).toBe(2);
  await compare(scope);
  await foldChanges(scope, SEGMENT);
  await compare(scope);
});

test('changes of facets are put into their bitmaps, and those of leads that come and go are not', async () => {
  const scope = await newScope();
  await insert(scope, 200, 420);
  await foldAll(scope, SEGMENT);
  const lows = () => scope.transaction((tx) => tx.query('SELECT low, xmin FROM lead_segments ORDER BY low'));
  const before = await lows();
  await changed(scope, "status = 'odd', deposit_amount = 123456.78, tags = '{rare}'", 290, 310);
  await changed(scope, "status = 'new', deposit_date = NULL", 300, 308);
  await foldChanges(scope, SEGMENT);
  expect(await lows()).toEqual(before);
  await compare(scope);
  await changed(scope, "status = 'other', tags = '{}'", 290, 312);
  await foldChanges(scope, SEGMENT);
  const left = await scope.transaction((tx) =>
    tx.query("SELECT FROM lead_bits WHERE value IN ('rare', 'odd') AND bit_count(bits) = 0"),
  );
  expect(left).toEqual([]);
  await compare(scope);
  await changed(scope, 'deleted_at = now()', 305, 306);
  await foldChanges(scope, SEGMENT);
  expect(await lows()).not.toEqual(before);
  await compare(scope);
});

test('leads that were being written when segments were announced are in none, and found', async () => {
  const scope = await newScope();
  await insert(scope, 200, 420);
  const owner = app.context.db.owner;
  const late = await owner.connect();
  try {
    // It writes its log before the announcement, its commit is behind it.
    await late.query('BEGIN');
    await insertLeads(
      { ...statementsOn(late), organizationId: scope.organizationId },
      {
        columns: ['organization_id', 'id', 'email', 'country'],
        source: 'VALUES ($1, $2, $3, $4)',
        values: [scope.organizationId, idAt(100), 'late@mail.test', 'Germany'],
      },
    );
    expect(await scope.transaction((tx) => announceSegments(tx, SEGMENT))).toBe(true);
    expect(await scope.transaction((tx) => isAnnouncementKnown(tx))).toBe(false);
    expect(await scope.transaction((tx) => sealSegment(tx, SEGMENT))).toBe(false);
    expect((await scope.transaction((tx) => sealedUpTo(tx))) === FIRST_ID).toBe(true);
    // Those who come after it note what they do.
    await insert(scope, 150, 151);
    await late.query('COMMIT');
  } finally {
    late.release();
  }
  await compare(scope);
  expect(await scope.transaction((tx) => isAnnouncementKnown(tx))).toBe(true);
  await scope.transaction((tx) => sealSegment(tx, SEGMENT));
  await insert(scope, 160, 161);
  await compare(scope);
  await foldAll(scope, SEGMENT);
  await compare(scope);
});

test('a change that commits while a segment is made is not lost', async () => {
  const scope = await newScope();
  await insert(scope, 200, 420);
  await foldAll(scope, SEGMENT);
  await changed(scope, "status = 'odd'", 200, 250);
  const [fold] = await scope.transaction((tx) => foldsToDo(tx, ALL));
  const turn = scope.transaction(async (tx) => {
    const folded = fold !== undefined && (await foldSegment(tx, fold, frequentStrings, SEGMENT));
    await changed(scope, "status = 'new', country = 'Peru'", 240, 260);
    return folded;
  });
  expect(await turn).toBe(true);
  await compare(scope);
  await foldAll(scope, SEGMENT);
  await compare(scope);
});

test('another organization is not touched, and nothing is left of one that goes', async () => {
  const owner = app.context.db.owner;
  const gone = newId();
  await owner.query("INSERT INTO organizations (id, name) VALUES ($1, 'Gone')", [gone]);
  const [one, other] = [await newScope(), scopeOf(app.context, gone)];
  for (const scope of [one, other]) {
    await insert(scope, 200, 420);
    await foldAll(scope, SEGMENT);
    await changed(scope, "status = 'odd'", 200, 210);
  }
  await compare(one);
  await deleteOrganization(owner, other.organizationId);
  for (const table of [
    'lead_bounds',
    'lead_segments',
    'lead_bits',
    'lead_slices',
    'lead_changes',
    'lead_strings',
  ]) {
    const { rows } = await owner.query<{ organization_id: string }>(
      `SELECT DISTINCT organization_id FROM ${table}`,
    );
    const ids = rows.map((row) => row.organization_id);
    expect(ids).toContain(one.organizationId);
    expect(ids).not.toContain(other.organizationId);
  }
  await compare(one);
});
