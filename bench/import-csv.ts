// Imports rows of 19 columns (500,000 are about 100 MB) through the running product: upload, import, memory,
// latency of the lead list meanwhile, and an update of all leads; first a clean file, then a realistic one. `import-copy.ts`
// compares it with COPY, `import-repeats.ts` files that repeat leads. Arguments: rows, leads already in the
// organization, and the share of invalid phones, by default that of the shape.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { startBenchDatabase, truncateLeads } from './support/bench-database.ts';
import { forgetPeak, print, secondsSince, timedImport, timedUpload, watchList } from './support/importing.ts';
import { type LeadFile, leadCsv } from './support/lead-csv.ts';
import { cpuSeconds, machineLine, peakMemory } from './support/machine.ts';
import { seedLeads } from './support/seed-leads.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 500_000);
const before = Number(process.argv[3] ?? 0);
const invalid = process.argv[4];
const but = invalid === undefined ? {} : { invalid: Number(invalid) };

const database = await startBenchDatabase();
try {
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    print(machineLine());
    for (const shape of ['clean', 'realistic'] as const) await measure(server, shape);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

async function measure(server: BenchServer, shape: NonNullable<LeadFile['shape']>): Promise<void> {
  await truncateLeads(database.owner);
  if (before > 0) await seed(database.owner);
  const created = await importFile(server, `${shape}, created`, leadCsv(rows, { shape, but }), {});
  const updated = await importFile(server, `${shape}, updated`, leadCsv(rows, { shape, but, revision: 2 }), {
    importMode: { mode: 'update', matchField: 'email' },
  });
  print(`update takes ${(updated / created).toFixed(2)} times as long as create`);
}

/** Uploads and imports a file and returns the seconds of the import. */
async function importFile(
  server: BenchServer,
  what: string,
  text: Iterable<string>,
  fields: Record<string, unknown>,
): Promise<number> {
  const path = join(database.folder, 'leads.csv');
  await writeFile(path, text);
  const megabytes = (await stat(path)).size / 2 ** 20;
  print(
    `\n${what}: ${rows} rows, ${megabytes.toFixed(1)} MB, into ${what.endsWith('created') ? before : rows} leads`,
  );
  forgetPeak(server.pid);
  const { upload, seconds } = await timedUpload(server, path, 'leads.csv');
  print(`upload to its answer: ${seconds.toFixed(2)} s, peak memory ${peakMemory(server.pid)} MB`);
  forgetPeak(server.pid);
  await database.owner.query('CHECKPOINT');
  const list = watchList(server);
  const spent = { server: cpuSeconds([server.pid]), database: database.cpuSeconds() };
  const run = await timedImport(server, upload, fields);
  const [own, theirs] = [cpuSeconds([server.pid]) - spent.server, database.cpuSeconds() - spent.database];
  print(`import: ${run.seconds.toFixed(1)} s, ${Math.round(rows / run.seconds)} rows/s`);
  print(`processor time: server ${own.toFixed(1)} s, PostgreSQL ${theirs.toFixed(1)} s`);
  print(`outcome: ${JSON.stringify(run.last)}`);
  print(`peak memory of the server: ${peakMemory(server.pid)} MB`);
  print(`list meanwhile: ${await list.end()}`);
  return run.seconds;
}

async function seed(owner: pg.Client): Promise<void> {
  const started = performance.now();
  const { rows: found } = await owner.query<{ id: string }>('SELECT id FROM organizations');
  await seedLeads(owner, found[0]?.id ?? '', before, { seed: 99 });
  await owner.query('VACUUM ANALYZE leads');
  print(`${before} leads seeded in ${secondsSince(started).toFixed(0)} s`);
}
