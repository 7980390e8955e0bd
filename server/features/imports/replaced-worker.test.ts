import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, leadCounts, postImport } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { runImport } from './run-import.ts';

// A worker that has lost its lock while another one took its import over, as it happens to a frozen server.

const ROWS = 40;
const BATCH_ROWS = 10;

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

async function queued(): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, n) => [`lead-${n}@example.com`]);
  const response = await postImport(user, csvFile([['email'], ...rows]), {
    fieldMapping: { email: 'email' },
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  return (await record()).id;
}

async function record(): Promise<ImportRecord> {
  const { body } = await user.get<ImportRecord[]>('/api/imports');
  expect(body).toHaveLength(1);
  return body[0] as ImportRecord;
}

function work(importId: string): Promise<unknown> {
  const scope = scopeOf(app.context, user.user.organizationId);
  return runImport(app.context.db.app, scope, importId, { batchRows: BATCH_ROWS });
}

/** Ends the connections that hold an advisory lock, which others can take then. */
async function breakLocks(): Promise<void> {
  await app.context.db.owner.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
}

test('a worker whose import another one has taken over stores no further row', async () => {
  const id = await queued();
  const { owner } = app.context.db;
  const holder = await owner.connect();
  // Lets the first worker write its rows, but not record them.
  await holder.query('BEGIN; LOCK TABLE lead_stats IN SHARE MODE');
  const first = work(id).catch((error: unknown) => error);
  try {
    await until('the first worker has batches under way', async () => {
      const { rowCount } = await holder.query(
        "SELECT FROM pg_locks WHERE NOT granted AND relation = 'lead_stats'::regclass",
      );
      return (rowCount ?? 0) > 0;
    });
    await breakLocks();
    // The second worker has taken the import, and would write the same rows next.
    await owner.query('UPDATE imports SET worker = worker + 1 WHERE id = $1', [id]);
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
  await first;

  expect(await record()).toMatchObject({ status: 'processing', imported: 0 });
  expect(await leadCounts(app, user.user.organizationId)).toEqual({ counted: 0, stored: 0 });
  expect(await work(id)).toBe('finished');
  expect(await record()).toMatchObject({ status: 'completed', imported: ROWS, duplicates: 0 });
  expect(await leadCounts(app, user.user.organizationId)).toEqual({ counted: ROWS, stored: ROWS });
});
