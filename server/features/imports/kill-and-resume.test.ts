import pg from 'pg';
import { expect, test } from 'vitest';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import { type HeldBatches, holdBatches } from '#tests/support/held-batches.ts';
import { csvFile, postImport } from '#tests/support/imports.ts';
import { setKillStage } from '#tests/support/kill-stage.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { until } from '#tests/support/until.ts';

// Imports survive the servers that process them, however those end.

/** Connections of several parts of the server that are refused while the database is away. */
const REJECTED_CONNECTIONS = 10;

const stage = setKillStage();
const { start } = stage;

/**
 * Builds a file with `count` rows, and the outcomes and reports to expect: some rows repeat an earlier one, some are broken, some
 * have an invalid phone.
 */
function fileOf(count: number): { file: File; expected: Record<string, number> } {
  const known = new Set<string>();
  const expected = {
    ...{ totalRows: count, imported: 0, duplicates: 0, errors: 0, invalidPhones: 0 },
    ...{ reported: 0, reports: 0 },
  };
  const rows = Array.from({ length: count }, (_, n) => {
    const email = n % 77 === 0 ? 'broken' : `lead-${n % 50 === 0 ? n - 24 : n}@example.com`;
    const phone = n % 33 === 0 ? '123' : '';
    if (email === 'broken') expected.errors++;
    else if (known.has(email)) expected.duplicates++;
    else {
      expected.imported++;
      if (phone !== '') expected.invalidPhones++;
    }
    const reasons = [email === 'broken' || known.has(email), phone !== ''].filter(Boolean).length;
    expected.reports += reasons;
    if (reasons > 0) expected.reported++;
    known.add(email);
    return [email, phone];
  });
  return { file: csvFile([['email', 'phone'], ...rows]), expected };
}

/** Starts an import whose batches are held and returns once it is begun; what becomes of the stream does not matter. */
async function begin(url: string, file: File): Promise<HeldBatches> {
  const { rows } = await stage.owner.query<{ id: string }>('SELECT id FROM organizations');
  const held = await holdBatches(stage.owner, rows[0]?.id ?? '');
  const client = clientOf(url);
  expect((await client.post('/api/login', { username: 'ada', password: PASSWORD })).status).toBe(200);
  const response = await postImport(client, file, { fieldMapping: { email: 'email', phone: 'phone' } });
  expect(response.status).toBe(200);
  response.text().catch(() => undefined);
  return held;
}

async function state(): Promise<{ status: string; processed: number }> {
  const { rows } = await stage.owner.query<{ status: string; processed: number }>(
    'SELECT status, processed FROM imports',
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? { status: '', processed: 0 };
}

/** Lets batches be written until one more is committed. */
async function nextBatch(held: HeldBatches): Promise<void> {
  const { processed } = await state();
  await until('a batch is committed', async () => {
    await held.letThrough();
    return (await state()).processed > processed;
  });
}

function finished(): Promise<unknown> {
  return until('the import is finished', async () => (await state()).status !== 'processing');
}

/** Expects every row to have an outcome, no lead to be missing or duplicated, and all counters to agree. */
async function expectExact(expected: Record<string, number>): Promise<void> {
  const { rows } = await stage.owner.query(
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
  const { imported, totalRows } = expected;
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
      audited: 1,
    },
  ]);
}

/** Kills or freezes a server while it has written rows of a batch and can't commit them. */
async function amidWriting(held: HeldBatches, stop: () => unknown): Promise<void> {
  const holder = new pg.Client({ connectionString: stage.settings['DATABASE_URL'] });
  await holder.connect();
  await holder.query('BEGIN; SELECT FROM imports FOR UPDATE');
  await held.release();
  await until('a batch waits to be counted', async () => {
    const { rowCount } = await stage.owner.query(
      "SELECT FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')",
    );
    return (rowCount ?? 0) > 0;
  });
  await stop();
  await holder.end();
}

test('an import whose server is killed again and again loses and doubles nothing', async () => {
  const { file, expected } = fileOf(60_000);
  const first = await start();
  const held = await begin(first.url, file);
  const moments: ((server: ServerProcess) => Promise<unknown>)[] = [
    (server) => until('a batch waits to be written', held.isWaiting).then(() => server.end('SIGKILL')),
    (server) => Promise.all([held.release(), server.end('SIGKILL')]),
    (server) => amidWriting(held, () => server.end('SIGKILL')),
  ];
  let current = first.server;
  for (const [kill, moment] of moments.entries()) {
    if (kill > 1) await held.hold();
    await nextBatch(held);
    await moment(current);
    expect(await state(), `after kill ${kill}`).toMatchObject({ status: 'processing' });
    current = (await start()).server;
  }
  await finished();
  await expectExact(expected);
});

test('an import is finished by another server when the one that works on it is killed', async () => {
  const { file, expected } = fileOf(30_000);
  const first = await start();
  const held = await begin(first.url, file);
  await nextBatch(held);
  await start();
  await first.server.end('SIGKILL');
  expect((await state()).status).toBe('processing');
  await held.release();

  await finished();

  await expectExact(expected);
});

test('an import on a frozen server is finished by another one, and the frozen one stores nothing afterwards', async () => {
  stage.settings['TAKEOVER_SECONDS'] = '10';
  const { file, expected } = fileOf(30_000);
  const frozen = await start();
  const held = await begin(frozen.url, file);
  await nextBatch(held);
  await amidWriting(held, () => frozen.server.child.kill('SIGSTOP'));
  expect((await state()).status).toBe('processing');
  await start();

  await finished();
  await expectExact(expected);

  frozen.server.child.kill('SIGCONT');
  await until('the frozen server has found its connections ended', () =>
    frozen.server.output().includes('a connection was lost'),
  );
  await until('it serves again', async () => (await fetch(`${frozen.url}/readyz`)).status === 200);
  await expectExact(expected);
  expect(frozen.server.child.exitCode).toBeNull();
  expect(frozen.server.errors()).toBe('');
});

test('an import goes on after an orderly stop, which is no failure of it', async () => {
  const { file, expected } = fileOf(12_000);
  const first = await start();
  const held = await begin(first.url, file);
  await until('the import is being worked on', async () => {
    const { rows } = await stage.owner.query<{ held: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_locks l, imports i WHERE l.locktype = 'advisory' AND l.granted
         AND (l.classid::int8 << 32) | l.objid::int8 = hashtextextended('import:' || i.id, 0)) AS held`,
    );
    return rows[0]?.held;
  });

  expect(await first.server.end('SIGTERM')).toBe(0);

  expect(first.server.errors()).toBe('');
  // Tries that failed are counted, and after some the import is given up: this was none.
  const { rows: failed } = await stage.owner.query(
    'SELECT attempts, last_error FROM graphile_worker.jobs WHERE attempts > 0 OR last_error IS NOT NULL',
  );
  expect(failed).toEqual([]);
  await held.release();
  await start();
  await finished();
  await expectExact(expected);
});

test('an import goes on, and so does the server, after the database was away', async () => {
  const { file, expected } = fileOf(30_000);
  const { server, url } = await start();
  const held = await begin(url, file);
  await nextBatch(held);

  const open = await shutDatabase();
  await until('whatever was tried has failed, and been tried again', () => {
    const rejected = server.output().match(/is not currently accepting connections/g);
    return (rejected?.length ?? 0) >= REJECTED_CONNECTIONS;
  });
  await open();
  await held.release();

  await finished();
  await expectExact(expected);
  expect(server.child.exitCode).toBeNull();
  expect(server.errors()).toBe('');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

/** Closes every connection to the database and rejects new ones; returns the function that reopens it. */
async function shutDatabase(): Promise<() => Promise<void>> {
  const database = pg.escapeIdentifier(new URL(stage.settings['DATABASE_URL'] ?? '').pathname.slice(1));
  const elsewhere = new URL(stage.settings['DATABASE_URL'] ?? '');
  elsewhere.pathname = '/postgres';
  const client = new pg.Client({ connectionString: elsewhere.href });
  await client.connect();
  await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await stage.owner.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return async () => {
    await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    await client.end();
  };
}
