import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { beginOperation } from '#tests/support/at-work.ts';
import { signUp } from '#tests/support/client.ts';
import { compactChanges, compactSegments, makeFullSegments } from '#tests/support/segments.ts';
import { changeStored, deleteOrganization, deleteStored, UNASKED } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { statementsOn } from '../../../platform/db/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { insertLeads, insertNewLeads, takeTransactionId } from '../../store/store.ts';
import type { Conditions, Facets } from './clauses.ts';
import { FIRST_ID, LAST_ID } from './clauses.ts';
import { findInSegments, WHOLE } from './collect.ts';
import { cents, dayNumber } from './dimensions.ts';
import { compact, run, type Task, tasksFor } from './maintain.ts';
import { watermarkOf } from './segments.ts';
import { indexSubstrings } from './substrings.ts';
import { announce, isAnnounced, makeNextSegment } from './watermark.ts';

// Compares the segments with a plain reading of all leads after random work in any order, with segments made at any point.

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
      admission: UNASKED,
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

type Asked = Partial<Facets>;

const NONE: Facets = { values: [], ranges: [], custom: [], groups: [] };

const is = (dimension: Conditions['values'][number]['dimension'], ...anyOf: string[]) => ({
  dimension,
  anyOf,
});
const dates = (from: string | null, to: string | null): Asked => ({
  ranges: [
    {
      dimension: 'deposit_date',
      least: from === null ? null : dayNumber(from),
      most: to === null ? null : dayNumber(to),
    },
  ],
});
const amounts = (from: string, to: string | null): Asked => ({
  ranges: [{ dimension: 'amount', least: cents(from), most: to === null ? null : cents(to) }],
});
const anyOf = (...lists: Asked[]): Asked => ({ groups: [lists.map((list) => ({ ...NONE, ...list }))] });

/** Conditions, and the same as a plain WHERE clause. */
const ASKED: [Asked, string][] = [
  [{}, 'true'],
  [{ values: [is('country', 'Germany')] }, "country = 'Germany'"],
  [{ values: [is('country')] }, 'false'],
  [
    { values: [is('country', 'Peru', 'France'), is('status', 'odd')] },
    "country IN ('Peru', 'France') AND status = 'odd'",
  ],
  [{ values: [is('brand', 'Acme', 'ACME'), is('sold', 'true')] }, "lower(brand) = 'acme' AND is_sold"],
  [
    { values: [is('source', 'source-7'), is('hlr', '1')] },
    "source = 'source-7' AND hlr IN ('active', 'live')",
  ],
  [{ values: [is('whatsapp', '0'), is('sold', 'false')] }, 'whatsapp IS NULL AND NOT is_sold'],
  [{ values: [is('tag', 'vip', 'cold')] }, "tags && array['vip', 'cold']"],
  [{ values: [is('tag'), is('sold', 'true')] }, 'false'],
  [{ values: [is('number', 'valid'), is('email', 'false')] }, 'number_valid AND email IS NULL'],
  [
    { values: [is('number', 'invalid'), is('email', 'true')] },
    'NOT number_valid AND phone IS NOT NULL AND email IS NOT NULL',
  ],
  [dates('2024-12-25', '2025-01-03'), "deposit_date BETWEEN '2024-12-25' AND '2025-01-03'"],
  [dates(null, '2025-01-10'), "deposit_date <= '2025-01-10'"],
  [amounts('99.75', '1500'), 'deposit_amount BETWEEN 99.75 AND 1500'],
  [{ ...amounts('0', null), values: [is('status', 'new')] }, "deposit_amount >= 0 AND status = 'new'"],
  [amounts('999999999999.99', null), 'deposit_amount >= 999999999999.99'],
  [
    anyOf(
      { values: [is('tag', 'cold'), is('status', 'odd')] },
      { values: [is('brand', 'nobody')] },
      dates('2025-01-01', null),
    ),
    "(tags && '{cold}' AND status = 'odd' OR deposit_date >= '2025-01-01')",
  ],
  [
    {
      ...anyOf({ values: [{ ...is('country', 'France'), not: true }] }, amounts('0', '900')),
      values: [is('sold', 'false')],
    },
    "NOT is_sold AND (country IS DISTINCT FROM 'France' OR deposit_amount BETWEEN 0 AND 900)",
  ],
];
const SEARCHED = [
  'mail',
  '@mail.test',
  'l.t',
  '20',
  '+',
  '491',
  'ada',
  '1',
  '9@mail',
  'üßa',
  'test ada',
  '20 mail 1',
  'ada nobody',
  'nobody',
];

async function compare(scope: OrganizationScope, salt = 1): Promise<void> {
  let nth = salt;
  for (const [asked, clause] of ASKED) await compareOne(scope, { asked, text: null, clause, nth: nth++ });
  // Each search alone or with one of the filters.
  for (const text of SEARCHED) {
    const [asked, clause] = (nth % 3 > 0 && ASKED[nth % ASKED.length]) || [{}, 'true'];
    await compareOne(scope, { asked, text, clause, nth: nth++ });
  }
}

async function compareOne(
  scope: OrganizationScope,
  { asked, text, clause, nth }: { asked: Asked; text: string | null; clause: string; nth: number },
): Promise<void> {
  const words = text === null ? [] : text.split(' ');
  const search = text === null ? null : words.map((word) => ({ text: word, digits: null }));
  const conditions: Conditions = { trash: false, ...NONE, ...asked, search };
  const label = JSON.stringify([asked, text]);
  await scope.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND ${clause}
         AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS word
           WHERE strpos(search_text_of(first_name, last_name, email, phone, customer_number, folded, searched_notes), word) = 0)
       ORDER BY id DESC`,
      [tx.organizationId, words],
    );
    const ids = rows.map(({ id }) => id);
    const find = (
      part: { offset?: number; limit: number; from?: string; before?: string },
      counted = false,
    ) => findInSegments(tx, conditions, { ...WHOLE, offset: 0, ...part }, counted);
    const [offset, limit] = [Math.floor((ids.length * (nth % 4)) / 3), nth % 2 === 0 ? 7 : 160];
    const wanted = ids.slice(offset, offset + limit);
    expect(await find({ offset, limit }), label).toEqual({ ids: wanted, total: null });
    expect(await find({ offset, limit }, true), label).toEqual({ ids: wanted, total: ids.length });
    const before = ids[offset - 30] ?? LAST_ID;
    const from = ids[offset + 30] ?? FIRST_ID;
    const between = ids.filter((id) => id < before && id >= from);
    expect((await find({ before, from, limit: 50 })).ids, label).toEqual(between.slice(0, 50));
  });
}

/** How many segments know each search, in the order of `SEARCHED`. */
async function knownBy(scope: OrganizationScope): Promise<number[]> {
  const rows = await scope.transaction((tx) =>
    tx.query<{ known: number }>(
      `SELECT (SELECT count(posting_of(dictionary, postings, '', term, '{}')) FROM lead_segments WHERE organization_id = $1)::int AS known
       FROM unnest($2::text[]) WITH ORDINALITY AS t (term, nth) ORDER BY nth`,
      [tx.organizationId, SEARCHED],
    ),
  );
  return rows.map(({ known }) => known);
}

test('segments tell of leads what the leads are', async () => {
  const range = fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 150 }));
  const step = fc.oneof(
    fc.record({ do: fc.constant('insert' as const), range, salt: fc.nat(50) }),
    fc.record({ do: fc.constantFrom(...STATEMENTS), range }),
    fc.record({ do: fc.constantFrom('compact' as const, 'segment' as const, 'change' as const), range }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), fc.nat(15), async (steps, salt) => {
      const scope = await newScope();
      await insert(scope, 200, 520);
      await compactSegments(scope, SEGMENT);
      for (const one of steps) {
        const [from, length] = one.range;
        if (one.do === 'insert') await insert(scope, from, from + length, 'salt' in one ? one.salt : 0);
        else if (one.do === 'compact') await compactSegments(scope, SEGMENT);
        else if (one.do === 'segment') {
          await scope.transaction((tx) => announce(tx, SEGMENT));
          await scope.transaction((tx) => isAnnounced(tx));
          await scope.transaction((tx) => makeNextSegment(tx, SEGMENT));
        } else if (one.do === 'change') {
          await compactChanges(scope);
        } else await changed(scope, one.do, from, from + length);
      }
      await compare(scope, salt);
    }),
    { numRuns: 12 },
  );
});

test('segments know what is searched, with what changed since', async () => {
  const scope = await newScope();
  await insert(scope, 200, 560);
  await compactSegments(scope, SEGMENT);
  const known = await knownBy(scope);
  expect(known.slice(0, 3)).toEqual([3, 3, 3]);
  expect(known.at(-1)).toBe(0);
  await compare(scope);
  await changed(scope, "first_name = 'Ada', email = b.id || '@other.test'", 250, 290);
  await changed(scope, 'deleted_at = now()', 280, 320);
  await insert(scope, 100, 110);
  expect(await knownBy(scope)).toEqual(known);
  await compare(scope);
  await compactChanges(scope);
  await compare(scope);
});

test('substrings are indexed as their segment knows the leads, whatever changed since', async () => {
  const scope = await newScope();
  await insert(scope, 200, 420);
  await changed(scope, "first_name = 'Ada'", 210, 240);
  await makeFullSegments(scope, SEGMENT);
  await changed(scope, "first_name = 'Eve'", 230, 260);
  await changed(scope, 'deleted_at = now()', 220, 235);
  await insert(scope, 100, 110);
  expect(await knownBy(scope)).toEqual(SEARCHED.map(() => 0));
  for (const task of await scope.transaction((tx) => tasksFor(tx, { changes: 1_000 }))) {
    expect(task.do).toBe('index');
    await scope.transaction((tx) => run(tx, task, indexSubstrings));
  }
  expect((await knownBy(scope))[0]).toBeGreaterThan(0);
  await compare(scope);
});

test('nothing of the text of a lead that is deleted for good stays', async () => {
  const scope = await newScope();
  await insert(scope, 200, 420);
  await changed(scope, "first_name = 'Secret'", 310, 320);
  await compactSegments(scope, SEGMENT);
  await changed(scope, "first_name = 'Other'", 315, 325);
  await changed(scope, 'deleted_at = now()', 312, 330);
  const held = () =>
    scope.transaction((tx) =>
      tx.query(
        `SELECT 'substrings' AS by FROM lead_segments WHERE position('secret'::bytea IN dictionary) > 0
         UNION ALL SELECT DISTINCT 'log' FROM lead_change_log WHERE (was).search_text LIKE 'secret%'`,
      ),
    );
  expect(await held()).toEqual([{ by: 'substrings' }, { by: 'log' }]);
  await changed(scope, DELETED, 312, 330);
  expect(await held()).toEqual([]);
  await compare(scope);
  await compactChanges(scope);
  await compare(scope);
  // Substrings that were indexed after a lead came into the trash don't hold its text.
  const indexed = () =>
    scope.transaction((tx) =>
      tx.query('SELECT low FROM lead_segments WHERE dictionary IS NOT NULL ORDER BY low'),
    );
  await changed(scope, 'deleted_at = now()', 340, 345);
  await compactChanges(scope);
  const all = await indexed();
  await changed(scope, DELETED, 340, 345);
  expect(await indexed()).toEqual(all);
  await compare(scope);
});

test('a lead that is deleted for good while its segment is indexed leaves nothing behind', async () => {
  const scope = await newScope();
  await insert(scope, 200, 420);
  await changed(scope, "first_name = 'Secret'", 310, 340);
  await makeFullSegments(scope, SEGMENT);
  const [task] = await scope.transaction((tx) => tasksFor(tx, { changes: 0 }));
  let tries = 0;
  let waiting: Promise<unknown> = Promise.resolve();
  await scope.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await tx.query('SELECT FROM lead_index WHERE organization_id = $1', [tx.organizationId]);
    tries++;
    // Between its snapshot and its lock: it begins anew.
    if (tries === 1) await changed(scope, DELETED, 305, 325);
    await run(tx, task as Task, async (texts, least) => {
      // Behind its lock: the deletion waits, and drops what was indexed.
      if (tries === 2) waiting = changed(scope, DELETED, 326, 340);
      return indexSubstrings(texts, least);
    });
  });
  await waiting;
  expect(tries).toBe(2);
  const known = await scope.transaction((tx) =>
    tx.query("SELECT FROM lead_segments WHERE position('secret'::bytea IN dictionary) > 0"),
  );
  expect(known).toEqual([]);
  await compare(scope);
  await compactChanges(scope);
  await compare(scope);
});

test('a segment that is made anew keeps its substrings as long as it has the same leads with the same texts', async () => {
  const scope = await newScope();
  await insert(scope, 200, 420);
  await compactSegments(scope, SEGMENT);
  const kept = async (): Promise<boolean[]> => {
    const rows = await scope.transaction((tx) =>
      tx.query<{ kept: boolean }>('SELECT dictionary IS NOT NULL AS kept FROM lead_segments ORDER BY low'),
    );
    return rows.map((row) => row.kept);
  };
  /** Makes the changed segments anew, and indexes none. */
  const compactAlone = async () => {
    const endOperation = await beginOperation(app.context.db.owner, scope.organizationId);
    const left = await compact(scope, { changes: 0, indexSubstrings });
    await endOperation();
    return left;
  };
  await changed(scope, "status = 'odd', deposit_amount = 123456.78, tags = '{rare}'", 290, 310);
  await changed(scope, "status = 'new', deposit_date = NULL", 300, 308);
  expect(await compactAlone()).toBe('nothing');
  expect(await kept()).toEqual([true, true]);
  await compare(scope);
  await changed(scope, "status = 'other', tags = '{}'", 290, 312);
  await changed(scope, "first_name = 'Ada'", 305, 306);
  expect(await compactAlone()).toBe('waiting');
  expect(await kept()).toEqual([true, false]);
  await compare(scope);
  await compactSegments(scope, SEGMENT);
  expect(await kept()).toEqual([true, true]);
  await changed(scope, 'deleted_at = now()', 205, 206);
  expect(await compactAlone()).toBe('waiting');
  expect(await kept()).toEqual([false, true]);
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
        admission: UNASKED,
        columns: ['organization_id', 'id', 'email', 'country'],
        source: 'VALUES ($1, $2, $3, $4)',
        values: [scope.organizationId, idAt(100), 'late@mail.test', 'Germany'],
      },
    );
    expect(await scope.transaction((tx) => announce(tx, SEGMENT))).toBe(true);
    expect(await scope.transaction((tx) => isAnnounced(tx))).toBe(false);
    expect(await scope.transaction((tx) => makeNextSegment(tx, SEGMENT))).toBe(false);
    expect((await scope.transaction((tx) => watermarkOf(tx))) === FIRST_ID).toBe(true);
    // Those who come after it note what they do.
    await insert(scope, 150, 151);
    await late.query('COMMIT');
  } finally {
    late.release();
  }
  await compare(scope);
  await until('every transaction sees the watermark', () => scope.transaction((tx) => isAnnounced(tx)));
  await scope.transaction((tx) => makeNextSegment(tx, SEGMENT));
  await insert(scope, 160, 161);
  await compare(scope);
  await compactSegments(scope, SEGMENT);
  await compare(scope);
});

test('a change that commits while a segment is made is not lost', async () => {
  const scope = await newScope();
  await insert(scope, 200, 420);
  await compactSegments(scope, SEGMENT);
  await changed(scope, "status = 'odd'", 200, 250);
  const [task] = await scope.transaction((tx) => tasksFor(tx, { changes: 0 }));
  const turn = scope.transaction(async (tx) => {
    const compacted = task !== undefined && (await run(tx, task, indexSubstrings));
    await changed(scope, "status = 'new', country = 'Peru'", 240, 260);
    return compacted;
  });
  expect(await turn).toBe(true);
  await compare(scope);
  await compactSegments(scope, SEGMENT);
  await compare(scope);
});

test('another organization is not touched, and nothing is left of one that goes', async () => {
  const owner = app.context.db.owner;
  const gone = newId();
  await owner.query("INSERT INTO organizations (id, name) VALUES ($1, 'Gone')", [gone]);
  const [one, other] = [await newScope(), scopeOf(app.context, gone)];
  for (const scope of [one, other]) {
    await insert(scope, 200, 420);
    await compactSegments(scope, SEGMENT);
    await changed(scope, "status = 'odd'", 200, 210);
  }
  await compare(one);
  await deleteOrganization(owner, other.organizationId);
  for (const table of ['lead_index', 'lead_segments', 'lead_bitmaps', 'lead_bit_slices', 'lead_change_log']) {
    const { rows } = await owner.query<{ organization_id: string }>(
      `SELECT DISTINCT organization_id FROM ${table}`,
    );
    const ids = rows.map((row) => row.organization_id);
    expect(ids).toContain(one.organizationId);
    expect(ids).not.toContain(other.organizationId);
  }
  await compare(one);
});
