// Imports into four organizations at once, waits until their leads are indexed and reads their lists, on a Citus cluster and on one PostgreSQL beside it. Arguments:
// the superuser's URLs of an empty database of the coordinator and of one PostgreSQL, leads of each organization (500,000).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SEGMENT_LEADS } from '#server/lead/list/index/maintain.ts';
import { newOrganization } from './support/citus/organizations.ts';
import { print, type Sender, secondsSince, timedImport, timedUpload } from './support/importing.ts';
import { leadCsv } from './support/lead-csv.ts';
import { loadAverage, machineLine, percentile } from './support/machine.ts';
import { startBenchServer } from './support/server.ts';

const [, , clusterUrl, plainUrl, rowsText = '500000'] = process.argv;
const rows = Number(rowsText);
const ORGANIZATIONS = 4;
const CALLS = 40;
const INDEXED_EVERY_MS = 2_000;
/** Whether the leads of an organization are in segments; the last ones, fewer than a segment, stay in the recent window. */
const INDEXED = `
  SELECT (SELECT count(*) FROM lead_search WHERE organization_id = $1 AND lead_id >= coalesce(
      (SELECT watermark FROM lead_index WHERE organization_id = $1), '00000000-0000-0000-0000-000000000000')) <= $2 AS "isIndexed"`;
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
    print(`one PostgreSQL: ${[...plain].map((figure) => figure.join(': ')).join('; ')}`);
    const cluster = await measure(clusterUrl, path);
    print('\n| what | one PostgreSQL | cluster |\n|---|---|---|');
    for (const [what, figure] of plain) print(`| ${what} | ${figure} | ${cluster.get(what)} |`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the figures of a database by what was measured. */
async function measure(databaseUrl: string, path: string): Promise<Map<string, string>> {
  const server = await startBenchServer({ databaseUrl });
  try {
    const ids: string[] = [];
    const senders: Sender[] = [];
    for (let made = 0; made < ORGANIZATIONS; made++) {
      const { id, username } = await newOrganization(databaseUrl);
      ids.push(id);
      senders.push(await server.as(username));
    }
    const figures = new Map([['import, rows/s of all', await importAll(senders, path)]]);
    figures.set('indexed after the import, s', await waitUntilIndexed(databaseUrl, ids));
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

/** Returns the seconds until the leads of all organizations were indexed. */
async function waitUntilIndexed(databaseUrl: string, organizationIds: readonly string[]): Promise<string> {
  const started = performance.now();
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    for (const id of organizationIds) {
      for (;;) {
        const { rows: found } = await owner.query<{ isIndexed: boolean }>(INDEXED, [id, SEGMENT_LEADS]);
        if (found[0]?.isIndexed) break;
        await wait(INDEXED_EVERY_MS);
      }
    }
  } finally {
    await owner.end();
  }
  return secondsSince(started).toFixed(0);
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
