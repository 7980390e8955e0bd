// Compares an import through the running product with a plain COPY over one connection into the same tables
// with the same indexes. The two take turns, so that a temporarily slow machine slows both. Arguments: rows,
// and turns.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchDatabase, startBenchDatabase, truncateLeads } from './support/bench-database.ts';
import { timeCopy } from './support/copy-leads.ts';
import { print, timedImport, timedUpload } from './support/importing.ts';
import { leadCsv } from './support/lead-csv.ts';
import { cpuSeconds, machineLine } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 500_000);
const turns = Number(process.argv[3] ?? 3);

const database = await startBenchDatabase();
try {
  const path = join(database.folder, 'leads.csv');
  await writeFile(path, leadCsv(rows));
  const { owner: copied } = await database.another('copied');
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    print(
      `${machineLine()}\n${rows} rows, ${turns} turns\n\n| import | of the processors | COPY | ratio |\n|---|---|---|---|`,
    );
    const ratios: number[] = [];
    for (let turn = 0; turn < turns; turn++) ratios.push(await compare(server, path, copied));
    const median = ratios.toSorted((one, other) => one - other)[Math.floor(turns / 2)] ?? 0;
    print(`\nthe import takes ${median.toFixed(2)} times as long as COPY (median)`);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

/**
 * Imports the file into the emptied organization, copies the imported leads, and returns the ratio of import
 * to COPY.
 */
async function compare(server: BenchServer, path: string, copied: BenchDatabase['owner']): Promise<number> {
  await truncateLeads(database.owner);
  const { upload } = await timedUpload(server, path, 'leads.csv');
  await database.owner.query('CHECKPOINT');
  const before = { server: cpuSeconds([server.pid]), database: database.cpuSeconds() };
  const run = await timedImport(server, upload);
  const used = {
    server: cpuSeconds([server.pid]) - before.server,
    database: database.cpuSeconds() - before.database,
  };
  const copy = await timeCopy(database.owner, copied);
  const ratio = run.seconds / copy.seconds;
  const processors = `server ${used.server.toFixed(1)} s, PostgreSQL ${used.database.toFixed(1)} s`;
  print(
    `| ${run.seconds.toFixed(1)} s | ${processors} | ${copy.seconds.toFixed(1)} s | ${ratio.toFixed(2)} |`,
  );
  return ratio;
}
