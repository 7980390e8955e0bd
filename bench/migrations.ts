// Upgrades a database from the first baseline (0018) to this version while statements like those of running servers go on, and prints how
// long each migration took and held up the slowest of them. Argument: number of leads.

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { newId } from '#server/platform/ids.ts';
import { migrateToFirstBaseline, seedFirstBaseline } from './support/baseline-leads.ts';
import { machineLine } from './support/machine.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
const organization = newId();
const PROBE_EVERY_MS = 10;

/** A statement that the application runs all the time; $1 is the organization, $2 a new id. */
const PROBES: Record<string, string> = {
  'leads, read':
    "SELECT FROM leads WHERE organization_id = $1 AND id > '01900000-0001-7000-8000-000000000000' AND $2::uuid IS NOT NULL LIMIT 50",
  'leads, new':
    "INSERT INTO leads (organization_id, id, email) VALUES ($1, $2::uuid, $2::uuid || '@probe.test')",
  'leads, edit': `UPDATE leads SET city = $2::uuid::text WHERE organization_id = $1
    AND id = (SELECT id FROM leads WHERE organization_id = $1 ORDER BY id LIMIT 1)`,
  'sales, read': 'SELECT FROM lead_sales WHERE organization_id = $1 AND lead_id <> $2::uuid LIMIT 1',
  'sales, new': `INSERT INTO lead_sales (organization_id, lead_id, id, customer_number, sold_by_name)
    SELECT $1, id, $2::uuid, 'C1', 'probe' FROM leads WHERE organization_id = $1 ORDER BY id LIMIT 1`,
  'events, new':
    "INSERT INTO lead_events (organization_id, lead_id, id, kind, actor_name) VALUES ($1, $2::uuid, $2::uuid, 'edited', 'probe')",
  'counts, new':
    "INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified) VALUES ($1, 'all', '', $2::uuid, 1, 0, 0)",
  'imports, read': 'SELECT FROM imports WHERE organization_id = $1 AND id <> $2::uuid',
};

/** Slowest probe while a migration ran, in milliseconds. */
interface Slowest {
  probe: string;
  ms: number;
}

const slowest = new Map<string, Slowest>();
let isMigrating = true;

const folder = await mkdtemp(join(tmpdir(), 'lead-manager-migrations-'));
await chmod(folder, 0o711);
const database = await startEmbedded({ dataDir: join(folder, 'data') });
try {
  await measure(database.url);
} finally {
  await database.stop();
  await rm(folder, { recursive: true });
}

async function measure(url: string): Promise<void> {
  await migrateToFirstBaseline(url);
  const owner = await connect(url);
  await seedFirstBaseline(owner, organization, leads);
  const { rows: before } = await owner.query<{ name: string }>('SELECT name FROM private.migrations');
  const probing = Object.entries(PROBES).map(([name, statement]) => probe(url, name, statement));
  const since = performance.now();
  await migrate(url);
  const seconds = (performance.now() - since) / 1_000;
  isMigrating = false;
  await Promise.all(probing);
  await print(owner, before.length, seconds);
  await owner.end();
}

/** Runs a statement again and again, and notes the slowest by the migration that it ran beside. */
async function probe(url: string, name: string, statement: string): Promise<void> {
  const [client, looker] = [await connect(url), await connect(url)];
  while (isMigrating) {
    const since = performance.now();
    await client.query(statement, [organization, newId()]);
    const ms = performance.now() - since;
    const { rows } = await looker.query<{ name: string }>('SELECT max(name) AS name FROM private.migrations');
    // A statement that a migration holds up goes on when that migration is recorded.
    const last = rows[0]?.name ?? '';
    if (ms > (slowest.get(last)?.ms ?? 0)) slowest.set(last, { probe: name, ms });
    await wait(PROBE_EVERY_MS);
  }
  await Promise.all([client.end(), looker.end()]);
}

async function print(owner: pg.Client, applied: number, seconds: number): Promise<void> {
  const { rows } = await owner.query<{ name: string; ms: string }>(
    `SELECT name, extract(epoch FROM applied_at - lag(applied_at) OVER (ORDER BY name)) * 1000 AS ms
     FROM private.migrations ORDER BY name OFFSET $1`,
    [applied],
  );
  process.stdout.write(`${machineLine()}\n\n${leads} leads, upgraded in ${seconds.toFixed(1)} s\n\n`);
  process.stdout.write('| migration | slowest statement beside it | ms |\n|---|---|---|\n');
  for (const { name } of rows) {
    const found = slowest.get(name);
    process.stdout.write(`| ${name} | ${found?.probe ?? ''} | ${found?.ms.toFixed(0) ?? ''} |\n`);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
