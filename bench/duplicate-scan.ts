// Finds duplicates among made-up leads through the running product: memory of a scan and latency of the lead list meanwhile,
// new leads compared with the stored ones, and the list of clusters. Arguments: leads, new leads.
import { setTimeout as wait } from 'node:timers/promises';
import { linkChangedLeads } from '#server/features/duplicates/link-changed.ts';
import { insertLeads } from '#server/lead/store/store.ts';
import type { Admission } from '#server/lead/suppression/admission.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { statementsOn } from '#server/platform/db/transaction.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { damagedPeople, type MadeUpPerson } from './support/damaged-people.ts';
import { awaitLeadIndexes } from './support/lead-database.ts';
import { cpuSeconds, loadAverage, machineLine, peakMemory, percentile } from './support/machine.ts';
import { recountLeads } from './support/seed-leads.ts';
import { startBenchServer } from './support/server.ts';

const count = Number(process.argv[2] ?? 100_000);
const added = Number(process.argv[3] ?? 1_000);
const BATCH = 20_000;
const CALLS = 100;
const PAUSE_MS = 100;
let made = 0;
const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'postcode'] as const;
const COLUMNS = ['first_name', 'last_name', 'email', 'phone', 'address', 'city', 'postcode'];

const database = await startBenchDatabase();
const { owner, appUrl } = await database.another('duplicates');
const app = openPool(appUrl, 4, (error) => print(error.message));
const server = await startBenchServer({ databaseUrl: databaseUrl() });
try {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM organizations');
  const organizationId = rows[0]?.id ?? '';
  await measure(organizationId);
} finally {
  await server.stop();
  await app.end();
  await database.stop();
}

function databaseUrl(): string {
  const url = new URL(database.url);
  url.pathname = '/duplicates';
  return url.href;
}

async function measure(organizationId: string): Promise<void> {
  await owner.query(
    "INSERT INTO custom_fields (organization_id, id, name, type) VALUES ($1, uuidv7(), 'Birth Date', 'date')",
    [organizationId],
  );
  const people = damagedPeople(count + added, 1);
  await insertPeople(organizationId, people, count);
  await recountLeads(owner, organizationId);
  await owner.query('VACUUM ANALYZE');
  await awaitLeadIndexes(owner, [organizationId]);
  print(`${machineLine()}, load ${loadAverage()}\n${count} leads\n`);
  await measureScan();
  const sizes = await owner.query<{ size: string }>(
    `SELECT string_agg(t || ' ' || pg_size_pretty(pg_total_relation_size(t::regclass)), ', ') AS size
     FROM unnest(array['leads', 'duplicate_index', 'duplicate_pairs']) AS t`,
  );
  print(`  ${sizes.rows[0]?.size}`);
  // Changes before are compared again for a minute.
  await owner.query("UPDATE duplicate_scans SET linked_at = now() + interval '1 minute'");
  await insertPeople(organizationId, people, added);
  const [before, ofDatabase] = [process.cpuUsage(), database.cpuSeconds()];
  const started = performance.now();
  await linkChangedLeads(organizationScope(app, organizationId));
  const cpu = process.cpuUsage(before);
  print(
    `${added} new leads: ${secondsSince(started)} s, ${((cpu.user + cpu.system) / 1e6).toFixed(1)} s of processor, PostgreSQL ${(database.cpuSeconds() - ofDatabase).toFixed(1)}`,
  );
  for (const query of ['offset=0', 'offset=1000', 'search=smith'])
    print(`clusters, ${query}: ${spread(await timesOf(`/api/duplicates?limit=20&${query}`, 20))}`);
}

/** Scans once, with calls of the list of leads before and meanwhile. */
async function measureScan(): Promise<void> {
  const alone = await timesOf('/api/leads?limit=20', CALLS);
  const [idle, cpu, ofDatabase] = [peakMemory(server.pid), cpuSeconds([server.pid]), database.cpuSeconds()];
  const started = performance.now();
  await server.send('/api/duplicates/scan', { method: 'POST' });
  const meanwhile: number[] = [];
  for (let isScanning = true; isScanning; ) {
    meanwhile.push(...(await timesOf('/api/leads?limit=20', 10)));
    const { rows } = await owner.query<{ running: boolean }>(
      'SELECT finished_at IS NULL OR requested_at > started_at AS running FROM duplicate_scans',
    );
    isScanning = rows[0]?.running ?? true;
  }
  print(
    `scan: ${secondsSince(started)} s, ${(cpuSeconds([server.pid]) - cpu).toFixed(1)} s of processor, PostgreSQL ${(database.cpuSeconds() - ofDatabase).toFixed(1)}`,
  );
  print(`  peak ${peakMemory(server.pid)} MB, before ${idle} MB`);
  print(`  list of leads meanwhile: ${spread(meanwhile)}, before ${spread(alone)}`);
}

async function timesOf(path: string, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < calls; n++) {
    const started = performance.now();
    await (await server.send(path)).text();
    times.push(performance.now() - started);
    await wait(PAUSE_MS);
  }
  return times;
}

async function insertPeople(
  organizationId: string,
  people: Generator<{ person: MadeUpPerson }>,
  wanted: number,
): Promise<void> {
  for (let left = wanted; left > 0; ) {
    const batch: MadeUpPerson[] = [];
    while (batch.length < Math.min(BATCH, left)) {
      const { value } = people.next();
      if (value === undefined) break;
      // Identities are unique; the generator repeats a few emails.
      const { email } = value.person;
      batch.push({ ...value.person, email: email === '' ? '' : `${email}.n${made++}` });
    }
    left -= batch.length;
    const cells = COLUMNS.map((_, n) => `nullif(p.c${n}, '')`).join(', ');
    await insertLeads(
      { ...statementsOn(owner), organizationId },
      {
        admission: {} as Admission,
        columns: ['organization_id', 'id', ...COLUMNS, 'custom_data', 'number_valid'],
        source: `SELECT $1::uuid, uuidv7(), ${cells},
            CASE WHEN p.b = '' THEN '{}' ELSE jsonb_build_object('Birth Date', p.b) END, false
          FROM unnest(${[...COLUMNS, 'b'].map((_, n) => `$${n + 2}::text[]`).join(', ')})
            AS p (${COLUMNS.map((_, n) => `c${n}`).join(', ')}, b)`,
        values: [
          organizationId,
          ...[...FIELDS, 'birthDate' as const].map((field) => batch.map((p) => p[field])),
        ],
      },
    );
  }
}

function spread(times: readonly number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(0)}, p95 ${percentile(times, 0.95).toFixed(0)} ms`;
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
