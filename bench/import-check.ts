// Checks a file of 19 columns (500,000 rows are about 100 MB) and then imports it, in one run: first as new
// leads into an empty organization, then as an update of them all. Argument: rows.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBenchDatabase } from './support/bench-database.ts';
import { forgetPeak, print, timedDryRun, timedImport, timedUpload } from './support/importing.ts';
import { leadCsv } from './support/lead-csv.ts';
import { cpuSeconds, machineLine, peakMemory } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 500_000);

const database = await startBenchDatabase();
try {
  print(machineLine());
  await compare('created', leadCsv(rows), {});
  await compare('updated', leadCsv(rows, { revision: 2 }), {
    importMode: { mode: 'update', matchField: 'email' },
  });
} finally {
  await database.stop();
}

/**
 * Checks a file and imports it in a fresh server, because memory that earlier threads left behind would be
 * counted too.
 */
async function compare(what: string, text: Iterable<string>, fields: Record<string, unknown>): Promise<void> {
  const path = join(database.folder, `${what}.csv`);
  await writeFile(path, text);
  const megabytes = (await stat(path)).size / 2 ** 20;
  print(`\n${what}: ${rows} rows, ${megabytes.toFixed(1)} MB`);
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    const { upload } = await timedUpload(server, path, `${what}.csv`);
    const check = await measured(server, 'check', () => timedDryRun(server, upload, fields));
    const run = await measured(server, 'import', () => timedImport(server, upload, fields));
    print(`the check is ${(run / check).toFixed(2)} times as fast as the import`);
  } finally {
    await server.stop();
  }
}

/** Runs `work`, prints its speed, processor time and peak memory, and returns its seconds. */
async function measured(
  server: BenchServer,
  what: string,
  work: () => Promise<{ last: unknown; seconds: number }>,
): Promise<number> {
  await database.owner.query('CHECKPOINT');
  forgetPeak(server.pid);
  const spent = { server: cpuSeconds([server.pid]), database: database.cpuSeconds() };
  const { last, seconds } = await work();
  const [own, theirs] = [cpuSeconds([server.pid]) - spent.server, database.cpuSeconds() - spent.database];
  print(`${what}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`);
  print(`  processor time: server ${own.toFixed(1)} s, PostgreSQL ${theirs.toFixed(1)} s`);
  print(`  peak memory of the server: ${peakMemory(server.pid)} MB`);
  print(`  outcome: ${JSON.stringify(last)}`);
  return seconds;
}
