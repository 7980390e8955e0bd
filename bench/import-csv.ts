// 500,000 rows of 19 columns in about 100 MB through the running product: upload, import, memory, and what the lead
// list answers meanwhile. Rows may be given as the first argument.
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportEvent } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import { leadCsv } from './support/lead-csv.ts';
import { machineLine, peakMemory, percentile } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 500_000);
const LIST_EVERY_MS = 100;

const folder = await mkdtemp(join(tmpdir(), 'lead-manager-csv-'));
const path = join(folder, 'leads.csv');
await writeFile(path, leadCsv(rows));
const megabytes = (await stat(path)).size / 2 ** 20;
const server = await startBenchServer();
try {
  await measure(server);
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

async function measure(target: BenchServer): Promise<void> {
  print(machineLine());
  print(`${rows} rows, ${megabytes.toFixed(1)} MB`);
  const uploadStart = performance.now();
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'leads.csv');
  const upload = (await (await target.send('/api/upload', { method: 'POST', body: form })).json()) as Upload;
  print(
    `upload to its answer: ${seconds(uploadStart)} s (${upload.totalRows} rows counted), ` +
      `peak memory by then ${peakMemory(target.pid)} MB`,
  );

  const list = { times: [] as number[], done: false };
  const listing = callList(target, list);
  const importStart = performance.now();
  const last = await runImport(target, upload);
  const took = (performance.now() - importStart) / 1000;
  list.done = true;
  await listing;
  print(`import: ${took.toFixed(1)} s, ${Math.round(rows / took)} rows/s`);
  print(`outcome: ${JSON.stringify(last)}`);
  print(`peak memory of the server: ${peakMemory(target.pid)} MB`);
  print(
    `list during the import (${list.times.length} calls): p50 ${percentile(list.times, 0.5).toFixed(0)} ms, ` +
      `p95 ${percentile(list.times, 0.95).toFixed(0)} ms, max ${Math.max(...list.times).toFixed(0)} ms`,
  );
}

async function runImport(target: BenchServer, upload: Upload): Promise<ImportEvent | undefined> {
  const form = new FormData();
  form.set('uploadId', upload.uploadId);
  form.set('fieldMapping', JSON.stringify(upload.suggestedMapping));
  const response = await target.send('/api/import-stream', { method: 'POST', body: form });
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => JSON.parse(line.slice(5)) as ImportEvent).at(-1);
}

async function callList(target: BenchServer, list: { times: number[]; done: boolean }): Promise<void> {
  while (!list.done) {
    const start = performance.now();
    await (await target.send('/api/leads?limit=20')).text();
    list.times.push(performance.now() - start);
    await wait(LIST_EVERY_MS);
  }
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
