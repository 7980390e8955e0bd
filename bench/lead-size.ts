// Measures how much room leads take: imports a realistic file through the running product, waits until its leads are indexed and
// prints the bytes a lead of every table, indexes and TOAST included. Argument: rows, at most 500,000 of about 200 bytes.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBenchDatabase } from './support/bench-database.ts';
import { print, timedImport, timedUpload } from './support/importing.ts';
import { leadCsv } from './support/lead-csv.ts';
import { awaitLeadIndexes } from './support/lead-database.ts';
import { loadAverage, machineLine, peakMemory } from './support/machine.ts';
import { startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 300_000);
/** Tables below this are left out of the lines, not of the sum. */
const LEAST_BYTES = 0.5;

/** docs/operations/scaling.md has the same statement. */
const SIZES = `
  SELECT c.relname AS name, pg_table_size(c.oid)::float8 AS "table", pg_indexes_size(c.oid)::float8 AS indexes
  FROM pg_class c
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  ORDER BY pg_total_relation_size(c.oid) DESC`;

const database = await startBenchDatabase();
try {
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    const path = join(database.folder, 'leads.csv');
    await writeFile(path, leadCsv(rows));
    const { upload } = await timedUpload(server, path, 'leads.csv');
    const { seconds } = await timedImport(server, upload);
    const { rows: organizations } = await database.owner.query<{ id: string }>(
      'SELECT id FROM organizations',
    );
    await awaitLeadIndexes(
      database.owner,
      organizations.map(({ id }) => id),
    );
    print(`${machineLine()}, load ${loadAverage()}`);
    print(
      `imported ${Math.round(rows / seconds)} rows/s, peak memory of the server ${peakMemory(server.pid)} MB\n`,
    );
    await printSizes();
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

async function printSizes(): Promise<void> {
  await database.owner.query('VACUUM ANALYZE');
  const { rows: counted } = await database.owner.query<{ leads: number }>(
    'SELECT count(*)::int AS leads FROM leads',
  );
  const leads = counted[0]?.leads ?? 0;
  const { rows: tables } = await database.owner.query<{ name: string; table: number; indexes: number }>(
    SIZES,
  );
  print(`bytes a lead, ${leads} leads of ${rows} rows\n\n| table | rows | indexes |\n|---|---|---|`);
  for (const { name, table, indexes } of tables) {
    if ((table + indexes) / leads < LEAST_BYTES) continue;
    print(`| ${name} | ${(table / leads).toFixed(0)} | ${(indexes / leads).toFixed(0)} |`);
  }
  const sum = (of: 'table' | 'indexes') => tables.reduce((bytes, one) => bytes + one[of], 0) / leads;
  print(`| all | ${sum('table').toFixed(0)} | ${sum('indexes').toFixed(0)} |`);
}
