// Runs imports in several organizations (4) at once through the running product: their total speed against
// that of a single import, and the slowest against the fastest. Argument: rows of each.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#server/platform/ids.ts';
import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { print, type Sender, secondsSince, timedImport, timedUpload } from './support/importing.ts';
import { leadCsv } from './support/lead-csv.ts';
import { machineLine, peakMemory } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 100_000);
const AT_ONCE = 4;

const database = await startBenchDatabase();
try {
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

async function measure(server: BenchServer): Promise<void> {
  print(machineLine());
  const path = join(database.folder, 'leads.csv');
  await writeFile(path, leadCsv(rows));
  const alone = await importAll(server, path, 1);
  const together = await importAll(server, path, AT_ONCE);
  print(`${AT_ONCE} at once do ${(together / alone).toFixed(2)} times the rows of one alone`);
  print(`peak memory of the server: ${peakMemory(server.pid)} MB`);
}

/** Imports the file into `count` new organizations at once and returns their total rows per second. */
async function importAll(server: BenchServer, path: string, count: number): Promise<number> {
  const senders: Sender[] = [];
  while (senders.length < count) senders.push(await newOrganization(server, database));
  const uploads: Awaited<ReturnType<typeof timedUpload>>['upload'][] = [];
  for (const sender of senders) uploads.push((await timedUpload(sender, path, 'leads.csv')).upload);
  await database.owner.query('CHECKPOINT');
  const started = performance.now();
  const runs = await Promise.all(
    senders.map((sender, index) => {
      const upload = uploads[index];
      if (upload === undefined) throw new Error('An upload is missing');
      return timedImport(sender, upload);
    }),
  );
  const rate = (rows * count) / secondsSince(started);
  const times = runs.map(({ seconds }) => seconds);
  print(
    `${count} of ${rows} rows: ${Math.round(rate)} rows/s, the fastest in ${Math.min(...times).toFixed(1)} s, the slowest in ${Math.max(...times).toFixed(1)} s`,
  );
  return rate;
}

/** Creates an organization whose administrator has the same password as the server's. */
async function newOrganization(server: BenchServer, { owner }: BenchDatabase): Promise<Sender> {
  const id = newId();
  const username = `bench-${id}`;
  await owner.query(
    `SELECT register_organization(false, $1, $2, $3, $4, $4, password, password_verifier)
     FROM (SELECT password, password_verifier FROM users ORDER BY created_at LIMIT 1) administrator`,
    [id, `Organization ${id}`, newId(), username],
  );
  await owner.query('SELECT add_first_lead_statuses($1)', [id]);
  return server.as(username);
}
