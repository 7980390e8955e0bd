// The calls of the lead database at 1,000,000 leads in one organization beside 20 others of a twentieth of that, through
// the running product: p95 of 200 calls with mixed values. Leads of the large organization may be given as an argument.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Lead } from '#contract/leads.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { seeded } from './support/lead-csv.ts';
import { machineLine, percentile } from './support/machine.ts';
import { seedLeads } from './support/seed-leads.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
const CALLS = 200;
const OTHERS = 20;

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-list-'));
  // As root the database runs as another account, which has to pass through.
  await chmod(folder, 0o711);
  const database = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    await migrate(database.url);
    const server = await startBenchServer({ databaseUrl: database.url });
    try {
      await seedAll(database.url);
      await measure(server);
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true });
  }
}

async function seedAll(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM organizations');
  await seedLeads(owner, rows[0]?.id ?? '', leads, 1);
  for (let other = 1; other <= OTHERS; other++) {
    const id = `00000000-0000-7000-8000-0000000000${String(other).padStart(2, '0')}`;
    await owner.query('INSERT INTO organizations (id, name) VALUES ($1, $2)', [id, `Organization ${other}`]);
    await seedLeads(owner, id, leads / OTHERS, other + 1);
  }
  await owner.query('VACUUM ANALYZE');
  await owner.end();
}

async function measure(server: BenchServer): Promise<void> {
  print(machineLine());
  print(`${leads} leads in one organization, ${OTHERS} others of ${leads / OTHERS}; ${CALLS} calls each\n`);
  print('| call | p50 ms | p95 ms | max ms |\n|---|---|---|---|');
  for (const [name, path] of Object.entries(CALLED)) await time(server, name, path);
  await timeDashboard(server);
  await timeOneLead(server);
}

const random = seeded(7);
const upTo = (n: number): number => Math.floor(random() * n);
const pick = <T>(items: readonly T[]): T => items[upTo(items.length)] as T;
const country = (): string =>
  `country=${encodeURIComponent(pick(['Germany', 'united kingdom', 'FRANCE', 'Nigeria', 'Peru']))}`;
const brand = (): string => `brand=${encodeURIComponent(`Brand ${upTo(40)}`)}`;
const source = (): string => `source=campaign-${upTo(200)}`;
const status = (): string => `status=${pick(['new', 'contacted', 'Qualified', 'converted'])}`;
const sold = (): string => `isSold=${pick(['true', 'false'])}`;
const hlr = (): string => `hlrStatus=${pick(['qualified', 'unqualified', 'unchecked'])}`;
const dates = (): string => `depositDateFrom=2025-0${1 + upTo(9)}-01&depositDateTo=2026-0${1 + upTo(9)}-15`;
const amount = (): string => `depositAmount=${pick(['100', '500-1000', '50-60', '900'])}`;
const tag = (): string => `tags=tag-${upTo(150)}`;
const FILTERS = { country, brand, source, status, sold, hlr, dates, amount, tag };

const CALLED: Record<string, () => string> = {
  'page 1': () => '',
  'any page by offset': () => `offset=${20 * upTo(leads / 20)}`,
  'the middle page': () => `offset=${leads / 2}`,
  'the last page': () => `offset=${leads - 20}`,
  ...Object.fromEntries(Object.entries(FILTERS).map(([name, filter]) => [`one filter: ${name}`, filter])),
  'one filter: any': () => pick(Object.values(FILTERS))(),
  'three filters': () => threeOf(),
  'search, rare': () => `search=user${1000 + upTo(leads - 1000)}.`,
  'search, 50,000 matches': () => `search=${pick(['schmidt', 'Tanaka', 'OKAFOR', 'rossi'])}`,
  'search, nearly all': () => `search=${pick(['user', '.test', 'ser1'])}`,
};

function threeOf(): string {
  const left = Object.values(FILTERS);
  return [0, 1, 2].map(() => left.splice(upTo(left.length), 1)[0]?.() ?? '').join('&');
}

async function time(server: BenchServer, name: string, query: () => string): Promise<void> {
  const times: number[] = [];
  let slowest = { path: '', took: 0 };
  for (let call = 0; call < CALLS; call++) {
    const path = `/api/leads?${query()}`;
    const start = performance.now();
    await (await server.send(path)).text();
    const took = performance.now() - start;
    times.push(took);
    if (took > slowest.took) slowest = { path, took };
  }
  print(`${row(name, times)} <!-- slowest ${slowest.path} -->`);
}

async function timeDashboard(server: BenchServer): Promise<void> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now();
    await Promise.all(
      ['stats', 'countries', 'brands', 'tags'].map(async (part) =>
        (await server.send(`/api/dashboard/${part}`)).text(),
      ),
    );
    times.push(performance.now() - start);
  }
  print(row('the four dashboard calls together', times));
}

async function timeOneLead(server: BenchServer): Promise<void> {
  const reads: number[] = [];
  const writes: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const list = await server.send(`/api/leads?limit=1&count=false&offset=${upTo(leads)}`);
    const [lead] = ((await list.json()) as { leads: Lead[] }).leads;
    const path = `/api/leads/${lead?.id}`;
    let start = performance.now();
    await (await server.send(path)).text();
    reads.push(performance.now() - start);
    start = performance.now();
    const body = JSON.stringify({ city: `City ${call}`, status: pick(['new', 'contacted', 'qualified']) });
    const headers = { 'content-type': 'application/json' };
    await (await server.send(path, { method: 'PATCH', headers, body })).text();
    writes.push(performance.now() - start);
  }
  print(row('one lead with its timeline', reads));
  print(row('a change of one lead', writes));
}

function row(name: string, times: number[]): string {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return `| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${Math.max(...times).toFixed(1)} |`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
