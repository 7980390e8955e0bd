import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, inject, test } from 'vitest';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import { csvFile, postImport } from '#tests/support/imports.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { until } from '#tests/support/until.ts';

// Imports survive the servers that process them, however those end.

let owner: pg.Client;
let settings: Record<string, string>;
const running: ServerProcess[] = [];

beforeEach(async () => {
  const urls = await cloneDatabase(inject('databaseUrl'));
  settings = { DATABASE_URL: urls.owner, ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: PASSWORD };
  owner = new pg.Client({ connectionString: urls.owner });
  await owner.connect();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
  await owner.end();
});

afterAll(() => expect(running).toEqual([]));

async function start(): Promise<{ server: ServerProcess; url: string }> {
  const server = startServer(settings);
  running.push(server);
  return { server, url: await server.ready() };
}

/** Builds a file with `count` rows and the outcomes to expect: some rows repeat an earlier one, some are broken. */
function fileOf(count: number): { file: File; expected: Record<string, number> } {
  const known = new Set<string>();
  const expected = { totalRows: count, imported: 0, duplicates: 0, errors: 0, invalidPhones: 0 };
  const rows = Array.from({ length: count }, (_, n) => {
    const email = n % 77 === 0 ? 'broken' : `lead-${n % 50 === 0 ? n - 24 : n}@example.com`;
    const phone = n % 33 === 0 ? '123' : '';
    if (email === 'broken') expected.errors++;
    else if (known.has(email)) expected.duplicates++;
    else {
      expected.imported++;
      if (phone !== '') expected.invalidPhones++;
    }
    known.add(email);
    return [email, phone];
  });
  return { file: csvFile([['email', 'phone'], ...rows]), expected };
}

/** Starts an import and returns once it has begun, ignoring the rest of the stream. */
async function begin(url: string, file: File): Promise<void> {
  const client = clientOf(url);
  expect((await client.post('/api/login', { username: 'ada', password: PASSWORD })).status).toBe(200);
  const response = await postImport(client, file, { fieldMapping: { email: 'email', phone: 'phone' } });
  expect(response.status).toBe(200);
  response.text().catch(() => undefined);
}

async function state(): Promise<{ status: string; processed: number; organization: string }> {
  const { rows } = await owner.query<{ status: string; processed: number; organization: string }>(
    'SELECT status, processed, organization_id AS organization FROM imports',
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? { status: '', processed: 0, organization: '' };
}

/** Waits until a batch beyond the first `rows` rows is committed. */
function batchAfter(rows: number): Promise<unknown> {
  return until('a batch is committed', async () => (await state()).processed > rows);
}

function finished(ms = 30_000): Promise<unknown> {
  return until('the import is finished', async () => (await state()).status !== 'processing', ms);
}

/** Expects every row to have an outcome, no lead to be missing or duplicated, and all counters to agree. */
async function expectExact(expected: Record<string, number>): Promise<void> {
  const { rows } = await owner.query(
    `SELECT status, total_rows AS "totalRows", processed, unprocessed, imported, duplicates, errors, updated, skipped,
       invalid_phones AS "invalidPhones",
       (SELECT count(*)::int FROM leads) AS leads,
       (SELECT count(DISTINCT email)::int FROM leads) AS emails,
       (SELECT sum(total)::int FROM lead_stats WHERE dimension = 'all') AS counted,
       (SELECT count(DISTINCT row_number)::int FROM import_problems) AS reported,
       (SELECT count(*)::int FROM import_problems) AS reports,
       (SELECT count(*)::int FROM audit_logs WHERE action = 'import_leads') AS audited
     FROM imports`,
  );
  const { imported, duplicates = 0, errors = 0, totalRows } = expected;
  expect(rows).toEqual([
    {
      ...expected,
      status: 'completed',
      processed: totalRows,
      unprocessed: 0,
      updated: 0,
      skipped: 0,
      leads: imported,
      emails: imported,
      counted: imported,
      reported: duplicates + errors,
      reports: duplicates + errors,
      audited: 1,
    },
  ]);
}

/** Blocks the organization's batches until the returned function is called. */
async function holdBatches(): Promise<() => Promise<unknown>> {
  const { organization } = await state();
  const key = `leads:${organization}`;
  await owner.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [key]);
  return () => owner.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key]);
}

test('an import whose server is killed again and again loses and doubles nothing', async () => {
  const { file, expected } = fileOf(60_000);
  const first = await start();
  await begin(first.url, file);
  let current = first.server;
  for (let kill = 0; kill < 3; kill++) {
    const { processed } = await state();
    await batchAfter(processed);
    // Somewhere within the next batch: while it is being read, written or committed.
    const moment = Math.random() * 120;
    await new Promise((resolve) => setTimeout(resolve, moment));
    await current.end('SIGKILL');
    const left = await state();
    expect(left, `killed ${moment.toFixed(0)} ms after a batch`).toMatchObject({ status: 'processing' });
    current = (await start()).server;
  }
  await finished();
  await expectExact(expected);
}, 90_000);

test('an import is finished by another server when the one that works on it is killed', async () => {
  const { file, expected } = fileOf(30_000);
  const first = await start();
  await begin(first.url, file);
  await batchAfter(0);
  const release = await holdBatches();
  await start();
  await first.server.end('SIGKILL');
  await release();
  expect((await state()).status).toBe('processing');

  await finished(12_000);

  await expectExact(expected);
}, 60_000);

test('an import goes on after an orderly stop, which is no failure of it', async () => {
  const { file, expected } = fileOf(12_000);
  const first = await start();
  await begin(first.url, file);
  const release = await holdBatches();
  await until('the import is being worked on', async () => {
    const { rows } = await owner.query<{ held: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_locks l, imports i WHERE l.locktype = 'advisory' AND l.granted
         AND (l.classid::int8 << 32) | l.objid::int8 = hashtextextended('import:' || i.id, 0)) AS held`,
    );
    return rows[0]?.held;
  });

  expect(await first.server.end('SIGTERM')).toBe(0);

  expect(first.server.errors()).toBe('');
  // The queue counts failed attempts and eventually gives up the import; a shutdown must not count as one.
  const { rows: jobs } = await owner.query('SELECT attempts, last_error FROM graphile_worker.jobs');
  expect(jobs).toEqual([]);
  await release();
  await start();
  await finished();
  await expectExact(expected);
}, 60_000);

test('an import goes on, and so does the server, after the database was away', async () => {
  const { file, expected } = fileOf(30_000);
  const { server, url } = await start();
  await begin(url, file);
  await batchAfter(0);

  const open = await shutDatabase();
  // Long enough for any attempt made in the meantime to fail.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await open();

  await finished(60_000);
  await expectExact(expected);
  expect(server.child.exitCode).toBeNull();
  expect(server.errors()).toBe('');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
}, 90_000);

/** Closes every connection to the database and rejects new ones; returns the function that reopens it. */
async function shutDatabase(): Promise<() => Promise<void>> {
  const database = pg.escapeIdentifier(new URL(settings['DATABASE_URL'] ?? '').pathname.slice(1));
  const elsewhere = new URL(settings['DATABASE_URL'] ?? '');
  elsewhere.pathname = '/postgres';
  const client = new pg.Client({ connectionString: elsewhere.href });
  await client.connect();
  await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await owner.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return async () => {
    await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    await client.end();
  };
}
