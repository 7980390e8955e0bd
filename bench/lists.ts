// Runs status updates through the running product: new phones by lead ID (and their preview), HLR statuses by
// international and by national numbers, sales by email, and their undo. Argument: rows of a list; the
// organization has three times as many leads.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { BulkOperation } from '#contract/bulk.ts';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { machineLine, peakMemory } from './support/machine.ts';
import { changeSeeded, seedLeads } from './support/seed-leads.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 100_000);
const POLL_MS = 50;

interface Target {
  id: string;
  phone: string;
  email: string;
  country: string;
}

const folder = await mkdtemp(join(tmpdir(), 'lead-manager-lists-'));
await chmod(folder, 0o711);
const database = await startEmbedded({ dataDir: join(folder, 'data') });
try {
  await migrate(database.url);
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    await measure(server, await seed(database.url));
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
  await rm(folder, { recursive: true });
}

/** Seeds leads of thirty countries; the leads to update are German with valid mobile numbers. */
async function seed(url: string): Promise<Target[]> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const { rows: found } = await owner.query<{ id: string }>('SELECT id FROM organizations');
  const organization = found[0]?.id ?? '';
  await seedLeads(owner, organization, 3 * rows, { seed: 1 });
  await changeSeeded(owner, organization, {
    source: `SELECT * FROM (
        SELECT id, row_number() OVER (ORDER BY id) AS n FROM leads WHERE organization_id = $1
      ) numbered WHERE n % 3 = 0`,
    set: ["phone = '+4915' || (200000000 + p.n)", 'number_valid = true', "country = 'Germany'"],
  });
  const { rows: targets } = await owner.query<Target>(
    "SELECT id, phone, email, country FROM leads WHERE phone LIKE '+4915%' AND country = 'Germany' LIMIT $1",
    [rows],
  );
  await owner.query('VACUUM ANALYZE');
  await owner.query('CHECKPOINT');
  await owner.end();
  return targets;
}

async function measure(server: BenchServer, targets: readonly Target[]): Promise<void> {
  print(machineLine());
  print(`${3 * rows} leads, lists of ${targets.length} rows\n`);
  print('| list | seconds | rows/s | answer |\n|---|---|---|---|');
  const newPhones = csv(
    'lead_id,phone',
    targets.map(({ id }, n) => `${id},016${String(200_000_000 + n)}`),
  );
  const international = csv(
    'phone',
    targets.map(({ phone }) => phone),
  );
  const national = csv(
    'phone',
    targets.map(({ phone }) => phone.replace('+49', '0')),
  );
  const emails = csv(
    'email',
    targets.map(({ email }) => email),
  );
  const hlr = { hlrType: 'phone', statusValue: 'Active' };
  await timed(server, 'new phones, preview', '/api/leads/update-phones-csv/preview', newPhones, {});
  await timedUndo(server, await timed(server, 'new phones', '/api/leads/update-phones-csv', newPhones, {}));
  const statuses = await timed(server, 'HLR, international', '/api/leads/update-hlr-csv', international, hlr);
  await timedUndo(server, statuses);
  await timed(server, 'HLR, national', '/api/leads/update-hlr-csv', national, hlr);
  const sale = { identifierType: 'email', customerNumber: 'C99' };
  await timedUndo(server, await timed(server, 'sales by email', '/api/leads/mark-sold-csv', emails, sale));
  print(`\nThe server took at most ${peakMemory(server.pid)} MB`);
}

function csv(header: string, lines: readonly string[]): string {
  return `${header}\n${lines.join('\n')}\n`;
}

async function timed(
  server: BenchServer,
  name: string,
  path: string,
  content: string,
  fields: Record<string, string>,
): Promise<string> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new File([content], 'list.csv'));
  const start = performance.now();
  const response = await server.send(path, { method: 'POST', body: form });
  const { rows: _rows, operationId, ...counts } = (await response.json()) as Record<string, unknown>;
  line(name, (performance.now() - start) / 1000, JSON.stringify(counts));
  return String(operationId);
}

async function timedUndo(server: BenchServer, id: string): Promise<void> {
  const start = performance.now();
  let now = (await (
    await server.send(`/api/leads/bulk/${id}/undo`, { method: 'POST' })
  ).json()) as BulkOperation;
  while (now.status === 'processing') {
    await wait(POLL_MS);
    now = (await (await server.send(`/api/leads/bulk/${now.id}`)).json()) as BulkOperation;
  }
  line(
    'its undo',
    (performance.now() - start) / 1000,
    JSON.stringify({ changed: now.changed, refused: now.refused }),
  );
}

function line(name: string, seconds: number, answer: string): void {
  print(`| ${name} | ${seconds.toFixed(1)} | ${Math.round(rows / seconds)} | ${answer} |`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
