import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import { csvFile, postImport } from '#tests/support/imports.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { until } from '#tests/support/until.ts';

// The embedded database is killed during an import; the server restarts it and carries on.

const ROWS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'lead-manager-lost-'));
chmodSync(folder, 0o711);
let server: ServerProcess | undefined;

afterEach(async () => {
  await server?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

test('an import is finished after its PostgreSQL was killed, each lead once', async () => {
  server = startServer({
    DATA_DIR: join(folder, 'data'),
    ADMIN_USERNAME: 'ada',
    ADMIN_PASSWORD: PASSWORD,
  });
  const client = clientOf(await server.ready());
  await client.post('/api/login', { username: 'ada', password: PASSWORD });
  const rows = Array.from({ length: ROWS }, (_, n) => [`lead-${n}@example.com`]);
  const response = await postImport(client, csvFile([['email'], ...rows]), {
    fieldMapping: { email: 'email' },
  });
  response.text().catch(() => undefined);
  const newest = async () => (await client.get<ImportRecord[]>('/api/imports')).body[0];
  await until('a batch is committed', async () => ((await newest())?.imported ?? 0) > 0);

  const pid = Number.parseInt(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');

  const ended = await until('the import has ended', async () => {
    const answer = await client.get<ImportRecord[]>('/api/imports');
    return answer.status === 200 && answer.body[0]?.status !== 'processing' && answer.body[0];
  });
  expect(ended).toMatchObject({ status: 'completed', totalRows: ROWS, imported: ROWS });
  const { body } = await client.get<{ total: number }>('/api/leads?limit=1');
  expect(body.total).toBe(ROWS);
  expect(server.errors()).toBe('');
  expect(server.output()).toContain('PostgreSQL stopped unexpectedly and is being restarted');
});
