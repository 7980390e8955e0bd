import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { readVersion } from '../version.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

test('a server that answers is alive, and ready when its schema is current', async () => {
  const alive = await app.anonymous.get('/healthz');
  expect([alive.status, alive.body]).toEqual([200, { status: 'ok', version: readVersion(null) }]);
  const ready = await app.anonymous.get('/readyz');
  expect([ready.status, ready.body]).toEqual([200, { status: 'ok' }]);
});

test('a server whose schema is behind is alive and not ready', async () => {
  const { owner } = app.context.db;
  const { rows } = await owner.query<{ name: string }>('SELECT max(name) AS name FROM private.migrations');
  await owner.query('DELETE FROM private.migrations WHERE name = $1', [rows[0]?.name]);

  const ready = await app.anonymous.get<{ message: string }>('/readyz');
  expect(ready.status).toBe(503);
  expect(ready.body.message).toBe("The database isn't ready");
  expect((await app.anonymous.get('/healthz')).status).toBe(200);

  await owner.query("INSERT INTO private.migrations (name, checksum) VALUES ($1, 'x')", [rows[0]?.name]);
  expect((await app.anonymous.get('/readyz')).status).toBe(200);
});
