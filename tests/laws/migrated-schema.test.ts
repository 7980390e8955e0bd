import { readdir, readFile } from 'node:fs/promises';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { refoldTexts } from '#server/lead/store/store.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { isCurrent, migrate } from '#server/platform/db/migrate.ts';
import { migrationNames, readMigrations } from '#server/platform/db/migration-files.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { newId } from '#server/platform/ids.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { readCatalog } from '#tests/support/catalog.ts';
import { type Client, clientOf, PASSWORD } from '#tests/support/client.ts';
import { migrateTo0012, seed0012 } from '#tests/support/database-0012.ts';
import { compactSegments } from '#tests/support/segments.ts';
import { createDatabase } from '#tests/support/template.ts';

// A database at the last version before the first baseline is upgraded to what a fresh one is, with the same leads, totals and
// pages.

const SEGMENTED = newId();
const OTHER = newId();

/** Filters, and the same as a plain WHERE clause. */
const ASKED: [string, string][] = [
  ['', 'true'],
  ['country=Germany', "country = 'Germany'"],
  ['brand=acme&isSold=true', "lower(brand) = 'acme' AND is_sold"],
  ['status=changed', "status = 'changed'"],
  ['source=source-7&hlrStatus=qualified', "source = 'source-7' AND hlr = 'active'"],
  ['tags=cold', "tags && '{cold}'"],
  ['phoneValid=valid&hasEmail=false', 'number_valid AND email IS NULL'],
  [
    'depositDateFrom=2024-12-25&depositDateTo=2025-01-03',
    "deposit_date BETWEEN '2024-12-25' AND '2025-01-03'",
  ],
  ['depositAmount=100-1500', 'deposit_amount BETWEEN 100 AND 1500'],
  ['search=changed', "first_name = 'Changed'"],
  ['search=ELODIE', "first_name = 'Élodie'"],
  ['search=mail.test', 'email IS NOT NULL'],
  ['search=1000100', "phone LIKE '%1000100%'"],
  ['search=C3&customer=c3', "customer_number = 'C3' AND is_sold"],
  ['search=c3&isSold=true', "is_sold AND customer_number = 'C3'"],
  ['search=last7&country=France', "(last_name LIKE 'Last7%') AND country = 'France'"],
];
/** A sale that was undone, one that was returned, and one that a merge copied, as versions before 0032 kept them. */
const SALES_OF_0012 = `
  WITH chosen AS (
    SELECT array_agg(id ORDER BY id) AS ids FROM (
      SELECT id FROM leads
      WHERE organization_id = $1 AND deleted_at IS NULL AND NOT is_sold AND source IS NOT NULL ORDER BY id LIMIT 2) AS l
  ), undo AS (
    INSERT INTO lead_events (organization_id, lead_id, id, kind, actor_name, created_at)
    SELECT $1, ids[1], gen_random_uuid(), 'undo', 'seed', '2026-01-02' FROM chosen
  )
  INSERT INTO lead_sales (organization_id, lead_id, id, customer_number, sold_by_name, returned_at)
  SELECT $1, ids[1], gen_random_uuid(), 'undone', 'seed', timestamptz '2026-01-02' FROM chosen
  UNION ALL SELECT $1, ids[1], gen_random_uuid(), 'returned', 'seed', '2026-01-03' FROM chosen
  UNION ALL SELECT $1, unnest(ids), ids[1], 'merged', 'seed', NULL FROM chosen`;

const OFFSETS = [0, 150, 3_000];
const PAGE = 50;

interface Found {
  total: number;
  pages: string[][];
}

let ownerUrl: string;
let owner: pg.Client;
let before: Record<string, Found[]>;
let app: TestApp;

beforeAll(async () => {
  ownerUrl = await createDatabase(inject('databaseUrl'));
  await migrateTo0012(ownerUrl);
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  for (const id of [SEGMENTED, OTHER]) {
    await owner.query('SELECT register_organization(false, $1, $2, $3, $4, $4, $5)', [
      ...[id, `Organization ${id}`, newId(), `user-${id}`],
      // As the versions before kept it, output included.
      await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
    ]);
  }
  await seed0012(owner, { segmented: SEGMENTED, other: OTHER });
  await owner.query(SALES_OF_0012, [SEGMENTED]);
  before = { [SEGMENTED]: await readPlainly(SEGMENTED), [OTHER]: await readPlainly(OTHER) };
  const { appUrl } = await migrate(ownerUrl);
  app = await startTestApp({ urls: { owner: ownerUrl, app: appUrl }, jobs: false });
  // As the server does before it answers.
  expect(await refoldTexts(app.context.db.owner, (id) => scopeOf(app.context, id))).toBe(873);
});

afterAll(async () => {
  await app.close();
  await owner.end();
});

async function readPlainly(organizationId: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const [, clause] of ASKED) {
    const { rows } = await owner.query<{ id: string }>(
      `SELECT id FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND ${clause} ORDER BY id DESC`,
      [organizationId],
    );
    const ids = rows.map(({ id }) => id);
    found.push({ total: ids.length, pages: OFFSETS.map((offset) => ids.slice(offset, offset + PAGE)) });
  }
  return found;
}

async function readThroughFinder(client: Client): Promise<Found[]> {
  const found: Found[] = [];
  for (const [filter] of ASKED) {
    const answers = [];
    for (const offset of OFFSETS) {
      const { body } = await client.get<{ leads: Lead[]; total: number }>(
        `/api/leads?${filter}&limit=${PAGE}&offset=${offset}`,
      );
      answers.push(body);
    }
    expect(new Set(answers.map(({ total }) => total)).size, filter).toBe(1);
    found.push({
      total: answers[0]?.total ?? -1,
      pages: answers.map(({ leads }) => leads.map(({ id }) => id)),
    });
  }
  return found;
}

async function signedIn(organizationId: string): Promise<Client> {
  const client = clientOf(app.url);
  const { status } = await client.post('/api/login', {
    username: `user-${organizationId}`,
    password: PASSWORD,
  });
  expect(status).toBe(200);
  return client;
}

describe('a database at 0012', () => {
  test('is upgraded to the schema of a fresh one', async () => {
    const fresh = new pg.Client({ connectionString: inject('databaseUrl') });
    await fresh.connect();
    try {
      const [expected, upgraded] = [await readCatalog(fresh), await readCatalog(owner)];
      expect(expected.relations.length).toBeGreaterThan(50);
      expect(expected.functions.length).toBeGreaterThan(15);
      expect(upgraded).toEqual(expected);
    } finally {
      await fresh.end();
    }
  });

  test.each([SEGMENTED, OTHER])('keeps its totals and pages (%s)', async (organizationId) => {
    const client = await signedIn(organizationId);
    const plain = before[organizationId];
    expect(plain?.map(({ total }) => total).filter((total) => total > 0).length).toBeGreaterThan(8);
    expect(await readThroughFinder(client)).toEqual(plain);
    await compactSegments(organizationScope(app.context.db.app, organizationId), 1_000);
    expect(await readThroughFinder(client)).toEqual(plain);
  });

  test('goes on offering the statuses that its leads have', async () => {
    const { body } = await (await signedIn(SEGMENTED)).get<{ name: string }[]>('/api/lead-statuses');
    const names = body.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual(['new', 'contacted', 'qualified', 'converted']);
    expect(names.slice(4)).toContain('changed');
  });

  test('is current afterwards, as a fresh one is, and stays so', async () => {
    expect(await isCurrent(app.context.db.owner)).toBe(true);
    await migrate(ownerUrl);
    const { rows } = await owner.query('SELECT FROM leads');
    expect(rows).toHaveLength(4_700);
    const fresh = new pg.Pool({ connectionString: inject('databaseUrl') });
    expect(await isCurrent(fresh)).toBe(true);
    await fresh.end();
  });
});

test('totals count each sale of a database at 0012 once, and none that was undone', async () => {
  const { rows } = await owner.query(
    `SELECT customer_number AS customer, counted, return_reason AS reason, source IS NOT NULL AS "hasSource"
     FROM lead_sales WHERE customer_number IN ('undone', 'returned', 'merged') ORDER BY customer, counted`,
  );
  expect(rows).toEqual([
    { customer: 'merged', counted: false, reason: null, hasSource: true },
    { customer: 'merged', counted: true, reason: null, hasSource: true },
    { customer: 'returned', counted: true, reason: null, hasSource: true },
    { customer: 'undone', counted: false, reason: 'Undone', hasSource: true },
  ]);
});

test('a database that is older is refused in one line', async () => {
  const url = await createDatabase(inject('databaseUrl'));
  await migrateTo0012(url, '0011');
  const failure = await migrate(url).then(
    () => '',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );
  expect(failure).toMatch(/^This database is too old to be upgraded directly: .*0012-lead-strings\.sql.*\.$/);
  expect(failure).not.toContain('\n');
});

/** Migrations as the fresh database recorded them: those of the baseline, in its transaction, and those that ran after it. */
async function readFreshPath(): Promise<{ covered: string[]; run: string[] }> {
  const fresh = new pg.Client({ connectionString: inject('databaseUrl') });
  await fresh.connect();
  const { rows } = await fresh.query<{ name: string; covered: boolean }>(
    'SELECT name, applied_at = min(applied_at) OVER () AS covered FROM private.migrations ORDER BY name',
  );
  await fresh.end();
  const namesOf = (covered: boolean) => rows.filter((row) => row.covered === covered).map(({ name }) => name);
  return { covered: namesOf(true), run: namesOf(false) };
}

async function readBaselineFiles(): Promise<{ name: string; text: string }[]> {
  const folder = new URL('../../server/migrations/baseline/', import.meta.url);
  return Promise.all(
    (await readdir(folder)).map(async (name) => ({
      name,
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  );
}

test('a fresh database runs the baseline, and numbered migrations only if they are newer', async () => {
  const { covered, run } = await readFreshPath();
  expect(covered).not.toEqual([]);
  expect([...covered, ...run]).toEqual(await migrationNames());
});

test('a fresh database makes each object once', async () => {
  const baseline = (await readBaselineFiles()).map(({ text }) => text);
  const { run } = await readFreshPath();
  // A migration that states a function anew, or drops something, has to be stated in the baseline as well.
  const newer = (await readMigrations()).flatMap(({ name, sql }) => (run.includes(name) ? [sql] : []));
  const texts = [...baseline, ...newer].join('\n');
  const made = texts.matchAll(
    /^create (?:unique |unlogged )*(?:table|index|type|function|procedure|trigger) (?:concurrently )?(?:if not exists )?(\w+)/gm,
  );
  const names = Array.from(made, ([, name]) => name);
  expect(names.length).toBeGreaterThan(130);
  expect(names.filter((name, nth) => names.indexOf(name) !== nth)).toEqual([]);
  const changes = [
    ...texts.matchAll(/^(?:create or replace|drop|alter \w+ \w+\s+(?:drop|rename)).*/gm),
    ...baseline.join('\n').matchAll(/^alter table \w+\s+add.*/gm),
  ];
  expect(changes.map(([line]) => line)).toEqual([]);
});

test('the baseline reads by topic, in files that fit on a few screens', async () => {
  const files = await readBaselineFiles();
  const long = files.filter(({ text }) => text.trimEnd().split('\n').length > 290);
  expect(long.map(({ name }) => name)).toEqual([]);
});
