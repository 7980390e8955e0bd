// A workbook with shared strings (of 100 MB when nothing is said) through the running product: its upload, which reads it to
// its end, its import, and the memory of both. Rows may be given as the first argument.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchDatabase } from './support/bench-database.ts';
import { forgetPeak, importOf, print, uploadOf } from './support/importing.ts';
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
    const { upload, seconds } = await uploadOf(server, path, 'leads.xlsx');
    print(
      `upload: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, ${peakMemory(server.pid)} MB`,
    );
    forgetPeak(server.pid);
    const run = await importOf(server, upload);
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
