import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, inject, test } from 'vitest';

// server/lead/store is the only code that writes leads: what belongs to a lead is kept right there and nowhere else.

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['contract', 'server', 'web', 'scripts', 'bench', 'tests'];
const STORE = /^server\/lead\/store\//;
/** Examples of this law and its neighbours. */
const NO_WRITERS =
  /^(?:tests\/laws\/(?:one-writer|boundaries|tenancy|online-migrations)\.test|server\/platform\/db\/apply-migration\.test)/;

/** The table as SQL may name it: in quotes, with its schema. */
const LEADS = /(?:ONLY\s+)?(?:"?public"?\s*\.\s*)?(?:"leads"|leads\b)(?!\s*\.)/.source;
const STATEMENTS = [
  `INSERT\\s+INTO\\s+${LEADS}`,
  // Not the words of a label: SET follows, behind an alias at most.
  `UPDATE\\s+${LEADS}\\s*\\*?\\s*(?:(?:AS\\s+)?\\w+\\s+)?SET\\b`,
  `DELETE\\s+FROM\\s+${LEADS}`,
  `MERGE\\s+INTO\\s+${LEADS}`,
  `COPY\\s+${LEADS}\\s*(?:\\([^)]*\\)\\s*)?FROM\\b`,
  `TRUNCATE\\s+(?:TABLE\\s+)?(?:[\\w".]+\\s*,\\s*)*${LEADS}`,
].map((statement) => new RegExp(statement, 'i'));

/** A statement on a table that only running code knows. */
const UNNAMED = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|COPY|TRUNCATE(?:\s+TABLE)?)\s+\$\{/i;

function writesLeads(code: string): boolean {
  return STATEMENTS.some((statement) => statement.test(code));
}

function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.(?:tsx?|mjs|sql)$/.test(path) && !path.startsWith('web/dist/')),
  );
}

test('leads are inserted, changed and deleted in server/lead/store alone', () => {
  const writers = sources().filter((path) => writesLeads(readFileSync(join(root, path), 'utf8')));
  expect(writers.filter((path) => !STORE.test(path) && !NO_WRITERS.test(path))).toEqual([]);
  // The search finds the store itself.
  expect(writers.filter((path) => STORE.test(path)).sort()).toEqual([
    'server/lead/store/change-leads.ts',
    'server/lead/store/delete-leads.ts',
    'server/lead/store/insert-leads.ts',
  ]);
});

/** Consequences of a change of leads, and the folders that see to them. Batches write their events with their leads. */
const CONSEQUENCES = [
  { what: 'counted', pattern: /new LeadCounts\(/, where: /^server\/lead\/(?:change|stats)\// },
  { what: 'announced', pattern: /notifyChanges\([^)]*'leads'/, where: /^server\/lead\/change\// },
  {
    what: 'written into lead_stats',
    pattern: /(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+lead_stats\b/i,
    where: /^server\/(?:lead\/(?:change|stats)|features\/(?:imports\/write|public-api))\//,
  },
];

test.each(CONSEQUENCES)('changed leads are $what in one place', ({ pattern, where }) => {
  const found = sources().filter(
    (path) =>
      path.startsWith('server/') &&
      /(?<!\.test)\.tsx?$/.test(path) &&
      pattern.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(found.filter((path) => !where.test(path))).toEqual([]);
  expect(found.some((path) => where.test(path))).toBe(true);
});

/** Parts of a job on many leads, and the files that have them. Imports keep a lease and an end of their own. */
const ENGINE = [
  { what: 'tried again for a taken identity', pattern: /isUniqueViolation\(/, where: ['claimed-work.ts'] },
  {
    what: 'written with an event of its own',
    pattern: /INSERT INTO lead_events\b/,
    where: ['batch-writes.ts'],
  },
  { what: 'recorded and ended', pattern: /UPDATE bulk_operations SET (?:status|\$)/, where: ['writes.ts'] },
  { what: 'undone', pattern: /\$\{IS_AS_LEFT\}|when: IS_AS_LEFT/, where: ['undo-reads.ts', 'undo.ts'] },
];

test.each(ENGINE)('an operation is $what in one place', ({ pattern, where }) => {
  const found = sources().filter(
    (path) =>
      /^server\/(?:lead\/operations|features\/(?:operations|imports\/undo))\/.*(?<!\.test)\.ts$/.test(path) &&
      pattern.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(found.sort()).toEqual(where.map((name) => `server/lead/operations/${name}`));
});

test('no other code of the server writes tables whose names it computes', () => {
  const writers = sources().filter(
    (path) => /^(?:server|scripts)\//.test(path) && !/\.test\.ts$/.test(path) && !STORE.test(path),
  );
  expect(writers.filter((path) => UNNAMED.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  for (const statement of ['INSERT INTO', 'COPY', 'delete from', 'TRUNCATE TABLE']) {
    expect(UNNAMED.test(`${statement} \${table}`)).toBe(true);
  }
});

test.each([
  'INSERT INTO leads (id) VALUES ($1)',
  'insert into public.leads select 1',
  '`WITH made AS (\n  INSERT INTO\n    "leads" AS l (id)`',
  'UPDATE leads SET status = $1',
  'UPDATE ONLY leads l SET status = $1',
  'UPDATE leads AS l\n SET status = $1',
  'update "public"."leads" set status = $1',
  'DELETE FROM leads WHERE id = $1',
  'DELETE FROM leads l USING gone g',
  'MERGE INTO leads USING staging ON true WHEN MATCHED THEN DELETE',
  'COPY leads (id, email) FROM STDIN',
  'COPY leads FROM STDIN',
  'TRUNCATE leads',
  'TRUNCATE TABLE imports, leads CASCADE',
])('knows %s for a write', (code) => {
  expect(writesLeads(code)).toBe(true);
});

test.each([
  'INSERT INTO lead_search (lead_id) SELECT id FROM leads',
  'UPDATE lead_segments SET leads = leads',
  "{ label: 'Update leads', help: 'A row that matches no lead is skipped.' }",
  'SELECT id FROM leads WHERE organization_id = $1 FOR UPDATE',
  'COPY (SELECT id FROM leads) TO STDOUT',
])('does not take %s for one', (code) => {
  expect(writesLeads(code)).toBe(false);
});

test('no trigger stands on leads or organizations', async () => {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT tgname AS name FROM pg_trigger
       WHERE tgrelid IN ('leads'::regclass, 'organizations'::regclass) AND NOT tgisinternal`,
    );
    expect(rows).toEqual([]);
  } finally {
    await client.end();
  }
});
