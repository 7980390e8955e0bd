// Exports all leads of an organization as CSV and as XLSX through the running product: rows per second, time
// to the first byte, resident memory of the server. Argument: leads (1,000,000 by default), which are
// imported first, as a user would.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportEvent } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { leadCsv } from './support/lead-csv.ts';
import { machineLine } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
/** Keeps each file below the upload limit of 100 MB. */
const FILE_BYTES = 60_000_000;
const MEMORY_EVERY_MS = 50;
const ROUNDS = 3;

const folder = mkdtempSync(join(tmpdir(), 'lead-manager-export-'));
chmodSync(folder, 0o711);
const database = await startEmbedded({ dataDir: join(folder, 'data') });
try {
  print(machineLine());
  await withServer(async (server) => {
    for (const file of files()) await importFile(server, file);
  });
  // A fresh server, so that memory allocated by the imports isn't counted for the exports.
  await withServer(async (server) => {
    print(`${leads} leads, ${memoryOf(server.pid)} MB resident before`);
    for (const format of ['csv', 'xlsx']) {
      for (let round = 0; round < ROUNDS; round++) await measure(server, format);
    }
  });
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function withServer(work: (server: BenchServer) => Promise<void>): Promise<void> {
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

/** Yields the leads as files below the upload limit, each with the header. */
function* files(): Generator<Blob> {
  const chunks = leadCsv(leads, { shape: 'clean' });
  const header = chunks.next().value ?? '';
  let parts = [header];
  let length = 0;
  for (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length < FILE_BYTES) continue;
    yield new Blob(parts);
    parts = [header];
    length = 0;
  }
  if (length > 0) yield new Blob(parts);
}

async function importFile(target: BenchServer, file: Blob): Promise<void> {
  const upload = new FormData();
  upload.set('file', file, 'leads.csv');
  const answer = await target.send('/api/upload', { method: 'POST', body: upload });
  const { uploadId, suggestedMapping } = (await answer.json()) as Upload;
  const form = new FormData();
  form.set('uploadId', uploadId);
  form.set('fieldMapping', JSON.stringify(suggestedMapping));
  const stream = await (await target.send('/api/import-stream', { method: 'POST', body: form })).text();
  const last = JSON.parse(stream.trimEnd().split('\n').at(-1)?.slice('data:'.length) ?? '{}') as ImportEvent;
  if (last.type !== 'complete') throw new Error(`The import ended with ${JSON.stringify(last)}`);
}

async function measure(target: BenchServer, format: string): Promise<void> {
  let peak = memoryOf(target.pid);
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(target.pid));
  }, MEMORY_EVERY_MS);
  const start = performance.now();
  const response = await target.send(`/api/leads/export?limit=all&format=${format}`);
  let first = 0;
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    if (bytes === 0) first = performance.now() - start;
    bytes += chunk.length;
  }
  const seconds = (performance.now() - start) / 1000;
  clearInterval(watch);
  const rows = Number(response.headers.get('x-exported-count'));
  print(
    `${format}: ${rows} rows in ${seconds.toFixed(2)} s, ${Math.round(rows / seconds)} rows/s, ` +
      `first byte ${first.toFixed(0)} ms, ${(bytes / 2 ** 20).toFixed(1)} MB, peak ${peak} MB resident`,
  );
}

/** Returns the current resident memory of a process in MB (Linux). */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
