// Uploads and imports a workbook with shared strings (100 MB by default) through the running product, and
// measures the memory of both. The upload reads the workbook to its end. Argument: rows.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchDatabase } from './support/bench-database.ts';
import { forgetPeak, print, timedImport, timedUpload } from './support/importing.ts';
import { machineLine, peakMemory } from './support/machine.ts';
import { startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 840_000);
const HEAP_MB = 12_000;

const database = await startBenchDatabase();
try {
  const path = join(database.folder, 'leads.xlsx');
  const maker = join(import.meta.dirname, 'support/large-workbook.ts');
  execFileSync(process.execPath, [`--max-old-space-size=${HEAP_MB}`, maker, path, String(rows)]);
  const megabytes = statSync(path).size / 2 ** 20;
  print(`${machineLine()}\n${rows} rows of 19 columns, ${megabytes.toFixed(1)} MB packed`);
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    forgetPeak(server.pid);
    const { upload, seconds } = await timedUpload(server, path, 'leads.xlsx');
    print(
      `upload: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, ${peakMemory(server.pid)} MB`,
    );
    forgetPeak(server.pid);
    const run = await timedImport(server, upload);
    print(
      `import: ${run.seconds.toFixed(1)} s, ${Math.round(rows / run.seconds)} rows/s, ${peakMemory(server.pid)} MB`,
    );
    print(`outcome: ${JSON.stringify(run.last)}`);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}
