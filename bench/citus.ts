// Imports into four organizations at once and reads their lists, on a Citus cluster and on one PostgreSQL beside it. Arguments:
// the superuser's URLs of an empty database of the coordinator and of one PostgreSQL, leads of each organization (500,000).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newId } from '#server/platform/ids.ts';
import { print, type Sender, secondsSince, timedImport, timedUpload } from './support/importing.ts';
import { leadCsv } from './support/lead-csv.ts';
import { loadAverage, machineLine, percentile } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const [, , clusterUrl, plainUrl, rowsText = '500000'] = process.argv;
const rows = Number(rowsText);
const ORGANIZATIONS = 4;
const CALLS = 40;
const LISTS = {
  'page 1': 'limit=20',
  'page 100': 'limit=20&offset=2000',
  'one filter': 'limit=20&country=Germany',
  search: 'limit=20&search=schmidt',
  'search and filter': 'limit=20&search=schmidt&status=new',
};

if (clusterUrl === undefined || plainUrl === undefined) {
  print('Skipped: name the URLs of an empty database of a Citus coordinator and of one PostgreSQL.');
} else {
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-citus-'));
  try {
    const path = join(folder, 'leads.csv');
    await writeFile(path, leadCsv(rows));
    print(`${machineLine()}, load ${loadAverage()}; ${ORGANIZATIONS} organizations of ${rows} leads\n`);
    const plain = await measure(plainUrl, path);
    const cluster = await measure(clusterUrl, path);
    print('| what | one PostgreSQL | cluster |\n|---|---|---|');
    for (const [what, figure] of plain) print(`| ${what} | ${figure} | ${cluster.get(what)} |`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the figures of a database by what was measured. */
async function measure(databaseUrl: string, path: string): Promise<Map<string, string>> {
  const server = await startBenchServer({ databaseUrl });
  try {
    const senders: Sender[] = [];
    while (senders.length < ORGANIZATIONS) senders.push(await newOrganization(server, databaseUrl));
    const figures = new Map([['import, rows/s of all', await importAll(senders, path)]]);
    for (const [name, query] of Object.entries(LISTS)) {
      figures.set(`${name}, p50 and p95 in ms`, await timeCalls(senders, `/api/leads?${query}`));
    }
    return figures;
  } finally {
    await server.stop();
  }
}

async function importAll(senders: readonly Sender[], path: string): Promise<string> {
  const uploads = await Promise.all(senders.map((sender) => timedUpload(sender, path, 'leads.csv')));
  const started = performance.now();
  await Promise.all(uploads.map(({ upload }, index) => timedImport(senders[index] as Sender, upload)));
  return String(Math.round((rows * ORGANIZATIONS) / secondsSince(started)));
}

async function timeCalls(senders: readonly Sender[], path: string): Promise<string> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const started = performance.now();
    await (await senders[call % senders.length]?.send(path))?.text();
    times.push(1000 * secondsSince(started));
  }
  return `${percentile(times, 0.5).toFixed(0)}, ${percentile(times, 0.95).toFixed(0)}`;
}

/** Creates an organization whose administrator has the same password as the server's. */
async function newOrganization(server: BenchServer, databaseUrl: string): Promise<Sender> {
  const id = newId();
  const username = `bench-${id}`;
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    await owner.query(
      `SELECT register_organization(false, $1, $2, $3, $4, $4, password, password_verifier)
       FROM (SELECT password, password_verifier FROM users ORDER BY created_at LIMIT 1) administrator`,
      [id, `Organization ${id}`, newId(), username],
    );
  } finally {
    await owner.end();
  }
  return server.as(username);
}
