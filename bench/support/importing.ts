import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportCheckEvent } from '#contract/import-dry-run.ts';
import type { ImportEvent } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import { percentile } from './machine.ts';
import type { BenchServer } from './server.ts';

/** Client of the server's administrator, or of an account in another organization. */
export type Sender = Pick<BenchServer, 'send'>;

/** Uploads a file and returns the server's answer and the seconds it took. */
export async function timedUpload(
  sender: Sender,
  path: string,
  name: string,
): Promise<{ upload: Upload; seconds: number }> {
  const started = performance.now();
  const form = new FormData();
  form.set('file', await openAsBlob(path), name);
  const response = await sender.send('/api/upload', { method: 'POST', body: form });
  const upload = (await response.json()) as Upload;
  return { upload, seconds: secondsSince(started) };
}

/** Imports an upload by its suggested mapping and returns the last event and the seconds it took. */
export async function timedImport(
  sender: Sender,
  upload: Upload,
  fields: Record<string, unknown> = {},
): Promise<{ last: ImportEvent | undefined; seconds: number }> {
  const started = performance.now();
  const form = new FormData();
  form.set('uploadId', upload.uploadId);
  form.set('fieldMapping', JSON.stringify(upload.suggestedMapping));
  for (const [name, value] of Object.entries(fields)) form.set(name, JSON.stringify(value));
  const response = await sender.send('/api/import-stream', { method: 'POST', body: form });
  const last = await lastEventOf<ImportEvent>(response);
  if (last?.type !== 'complete') throw new Error(`The import ended with ${JSON.stringify(last)}`);
  return { last, seconds: secondsSince(started) };
}

/**
 * Runs the dry run of an upload by its suggested mapping and returns the last event and the seconds it took.
 */
export async function timedDryRun(
  sender: Sender,
  upload: Upload,
  fields: Record<string, unknown> = {},
): Promise<{ last: ImportCheckEvent | undefined; seconds: number }> {
  const started = performance.now();
  const { uploadId, suggestedMapping: fieldMapping } = upload;
  const response = await sender.send('/api/imports/check', {
    method: 'POST',
    body: JSON.stringify({ uploadId, fieldMapping, ...fields }),
    headers: { 'content-type': 'application/json' },
  });
  const last = await lastEventOf<ImportCheckEvent>(response);
  if (last?.type !== 'complete') throw new Error(`The check ended with ${JSON.stringify(last)}`);
  return { last, seconds: secondsSince(started) };
}

async function lastEventOf<T>(response: Response): Promise<T | undefined> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => JSON.parse(line.slice(5)) as T).at(-1);
}

const LIST_EVERY_MS = 100;

/** Requests the lead list every 100 ms until `end` is called, which resolves to a line about the times. */
export function watchList(sender: Sender): { end(): Promise<string> } {
  const times: number[] = [];
  let done = false;
  const calling = (async () => {
    while (!done) {
      const started = performance.now();
      await (await sender.send('/api/leads?limit=20')).text();
      times.push(performance.now() - started);
      await wait(LIST_EVERY_MS);
    }
  })();
  return {
    end: async () => {
      done = true;
      await calling;
      const [middle, most] = [percentile(times, 0.5), percentile(times, 0.95)];
      return `p50 ${middle.toFixed(0)} ms, p95 ${most.toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms (${times.length} calls)`;
    },
  };
}

/** Resets the peak resident memory of a process (Linux; only its owner may do this). */
export function forgetPeak(pid: number): void {
  execFileSync('sh', ['-c', `echo 5 > /proc/${pid}/clear_refs`]);
}

export function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
