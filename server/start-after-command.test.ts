import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { until } from '#tests/support/until.ts';

// A server that starts while a backup or a restore runs on its data folder, as after a crash, waits for it.

let dataDir: string;
let command: Embedded;
let server: ServerProcess | null = null;

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-command-'));
  // PostgreSQL's own account has to get through.
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  command = await startEmbedded({ dataDir, isCommand: true });
});

afterEach(async () => {
  await server?.end('SIGTERM');
  await command.stop();
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

test('a start while a command holds the data folder: waits, says so, and serves once the command has ended', async () => {
  const starting = startServer({ DATA_DIR: dataDir });
  server = starting;
  await until('the server waits', () => starting.output().includes('waiting for the command'));
  await command.stop();
  expect(await starting.ready()).toMatch(/^http:/);
});
