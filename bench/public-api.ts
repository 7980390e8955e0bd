// Measures the public API of the running product: single creates over 16 connections, beside the same INSERT
// over 16 connections to the same database without the product, and batches of 1,000 leads. Argument: seconds
// of each measurement.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { insertNewLeads } from '#server/lead/store/store.ts';
import type { Admission } from '#server/lead/suppression/admission.ts';
import { statementsOn } from '#server/platform/db/transaction.ts';
import { machineLine } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const seconds = Number(process.argv[2] ?? 10);
const CONNECTIONS = 16;
const BATCH = 1_000;
const BATCHES_AT_ONCE = 4;
/**
 * Time that single creates run before the measurement, because V8 keeps optimizing the server for about this
 * long.
 */
const WARM_UP_SECONDS = 10;

let made = 0;

/** Returns lead number `n` as a landing page would send it. */
function leadOf(n: number): Record<string, unknown> {
  return {
    email: `lead${n}@example.com`,
    phone: `+4915${String(10_000_000 + n).padStart(9, '0')}`,
    firstName: 'Jane',
    lastName: `Doe ${n % 977}`,
    country: 'Germany',
    brand: `Brand ${n % 40}`,
    currency: 'EUR',
    depositAmount: 100 + (n % 900),
    depositDate: '2026-01-31',
    source: `campaign-${n % 200}`,
    tags: ['vip'],
  };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-api-'));
  // PostgreSQL refuses to run as root and runs under another account, which must be able to traverse the
  // folder.
  await chmod(folder, 0o711);
  const database = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    const settings = { API_RATE_LIMIT: '10000000' };
    const server = await startBenchServer({ databaseUrl: database.url, settings });
    try {
      await measure(server, database.url);
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true });
  }
}

async function measure(server: BenchServer, databaseUrl: string): Promise<void> {
  const body = JSON.stringify({ name: 'bench' });
  const headers = { 'content-type': 'application/json' };
  const answer = await server.send('/api/tokens', { method: 'POST', headers, body });
  const { fullToken } = (await answer.json()) as { fullToken: string };
  print(`${machineLine()}; ${seconds} s each, ${CONNECTIONS} connections\n`);
  print('| what | measured |\n|---|---|');
  await singleCreates(server, fullToken, WARM_UP_SECONDS, false);
  const creates = await singleCreates(server, fullToken, seconds, true);
  const inserts = await bareInserts(databaseUrl);
  print(`| single creates against the bare INSERT | ${Math.round((100 * creates) / inserts)} % |`);
  await batches(server, fullToken);
  await bareBatches(databaseUrl);
}

async function singleCreates(
  server: BenchServer,
  token: string,
  duration: number,
  told: boolean,
): Promise<number> {
  const result = await autocannon({
    url: `${server.url}/api/v1/leads`,
    connections: CONNECTIONS,
    duration,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(leadOf(made++)) }) }],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  const rate = result['2xx'] / result.duration;
  const { p50, p99, max } = result.latency;
  if (told) {
    print(`| single creates | ${Math.round(rate)}/s, p50 ${p50} ms, p99 ${p99} ms, max ${max} ms |`);
  }
  return rate;
}

/** Columns of the leads that are inserted around the product's rules. */
const BARE_COLUMNS =
  'organization_id id email phone number_valid first_name last_name country brand currency deposit_amount deposit_date source tags'.split(
    ' ',
  );

/**
 * Inserts the same row, one prepared statement and transaction at a time on each connection, as pgbench does.
 */
async function bareInserts(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM organizations');
  const organizationId = rows[0]?.id ?? '';
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const work = async (): Promise<void> => {
    const client = await pool.connect();
    while (performance.now() < end) {
      const {
        email,
        phone,
        firstName,
        lastName,
        country,
        brand,
        currency,
        depositAmount,
        depositDate,
        source,
        tags,
      } = leadOf(made++);
      await insertNewLeads(
        { ...statementsOn(client), organizationId },
        {
          name: 'insert',
          admission: {} as Admission,
          columns: BARE_COLUMNS,
          source: 'VALUES ($1, uuidv7(), $2, $3, true, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
          values: [
            organizationId,
            email,
            phone,
            firstName,
            lastName,
            country,
            brand,
            currency,
            depositAmount,
            depositDate,
            source,
            tags,
          ],
        },
        'SELECT',
      );
      count++;
    }
    client.release();
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const rate = count / ((performance.now() - start) / 1000);
  await pool.end();
  print(`| the bare INSERT of the same lead | ${Math.round(rate)}/s |`);
  return rate;
}

async function batches(server: BenchServer, token: string): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let leads = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const body = JSON.stringify({ leads: Array.from({ length: BATCH }, () => leadOf(made++)) });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await server.send('/api/v1/leads/batch', { method: 'POST', headers, body });
      const { results } = (await response.json()) as { results: { status: string }[] };
      leads += results.filter(({ status }) => status === 'created').length;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work));
  const rate = leads / ((performance.now() - start) / 1000);
  print(`| batches of ${BATCH}, ${BATCHES_AT_ONCE} at once | ${Math.round(rate)} leads/s |`);
}

/** Inserts the same rows, many per statement, which shows the cost of the table and its indexes alone. */
async function bareBatches(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: BATCHES_AT_ONCE });
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM organizations');
  const organizationId = rows[0]?.id ?? '';
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const first = made;
      made += BATCH;
      await insertNewLeads(
        { ...statementsOn(pool), organizationId },
        {
          admission: {} as Admission,
          columns: BARE_COLUMNS,
          source: `SELECT $1::uuid, uuidv7(), 'lead' || n || '@example.com', '+4915' || lpad((10000000 + n)::text, 9, '0'), true, 'Jane',
              'Doe ' || n % 977, 'Germany', 'Brand ' || n % 40, 'EUR', 100 + n % 900, date '2026-01-31', 'campaign-' || n % 200,
              '{vip}'::text[]
            FROM generate_series($2::int, $3::int) AS n`,
          values: [organizationId, first, first + BATCH - 1],
        },
        'SELECT',
      );
      count += BATCH;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work));
  const rate = count / ((performance.now() - start) / 1000);
  await pool.end();
  print(`| the bare INSERT of ${BATCH} such leads at once | ${Math.round(rate)} leads/s |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
