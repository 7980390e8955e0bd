import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RUN_IMPORT } from '#server/features/imports/import-jobs.ts';
import { DURABLE_WORK } from '#server/jobs.ts';
import { requeueAbandonedWork } from '#server/platform/jobs/durable-work.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { csvFile, postImport, uploadFile } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { removeStaleUploads } from './housekeeping.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

afterEach(async () => {
  await emptyLeads(app.context.db.owner, 'uploads', 'imports', 'audit_logs');
  await emptyTables(app.context.db.owner, 'graphile_worker._private_jobs');
});

const FILE = csvFile([['email'], ['a@example.com']]);

/** Uploads a file and backdates it by `age`. */
async function uploadOf(age: string): Promise<string> {
  const { uploadId } = await uploadFile(user, FILE);
  await app.context.db.owner.query('UPDATE uploads SET created_at = now() - $2::interval WHERE id = $1', [
    uploadId,
    age,
  ]);
  return uploadId;
}

/** Queues an import that no worker picks up and returns its id. */
async function queuedImport(uploadId: string): Promise<string> {
  const response = await postImport(user, uploadId, { fieldMapping: { email: 'email' } });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  const { rows } = await app.context.db.owner.query<{ id: string }>(
    'SELECT id FROM imports ORDER BY id DESC LIMIT 1',
  );
  return rows[0]?.id ?? '';
}

describe('files', () => {
  test('are kept for a day, for 30 once they are imported, and longer while that is under way', async () => {
    const fresh = await uploadOf('23 hours 59 minutes');
    const stale = await uploadOf('24 hours 1 minute');
    const imported = await uploadOf('31 days');
    const importedLongAgo = await uploadOf('31 days');
    const importing = await uploadOf('31 days');
    const imports: string[] = [];
    for (const uploadId of [imported, importedLongAgo, importing]) imports.push(await queuedImport(uploadId));
    const [done = '', longDone = '', underWay = ''] = imports;
    for (const id of [done, longDone])
      await app.context.threads.run(RUN_IMPORT, user.user.organizationId, id);
    const aged = 'UPDATE imports SET created_at = now() - $2::interval WHERE id = $1';
    await app.context.db.owner.query(aged, [done, '29 days 23 hours']);
    for (const id of [longDone, underWay]) await app.context.db.owner.query(aged, [id, '30 days 1 hour']);

    await removeStaleUploads(app.context.db.owner);

    const { rows } = await app.context.db.owner.query<{ id: string; chunks: number }>(
      `SELECT id, (
         SELECT count(*)::int FROM upload_chunks c WHERE c.organization_id = u.organization_id AND c.upload_id = u.id
       ) AS chunks FROM uploads u ORDER BY id`,
    );
    expect(rows).toEqual([fresh, imported, importing].map((id) => ({ id, chunks: 1 })));
    expect(rows.map(({ id }) => id)).not.toContain(stale);
    const { rows: chunks } = await app.context.db.owner.query('SELECT FROM upload_chunks');
    expect(chunks).toHaveLength(3);
  });
});

describe('an import that is under way', () => {
  async function jobs(): Promise<Record<string, unknown>[]> {
    const { rows } = await app.context.db.owner.query<Record<string, unknown>>(
      'SELECT key, locked_by, attempts FROM graphile_worker.jobs WHERE attempts < max_attempts ORDER BY id',
    );
    return rows;
  }

  test('is left alone while its job waits', async () => {
    const importId = await queuedImport(await uploadOf('0'));
    await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK);
    expect(await jobs()).toEqual([{ key: `import:${importId}`, locked_by: null, attempts: 0 }]);
  });

  test('is queued again when its job is gone', async () => {
    const importId = await queuedImport(await uploadOf('0'));
    await app.context.db.owner.query('DELETE FROM graphile_worker._private_jobs');
    await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK);
    expect(await jobs()).toEqual([{ key: `import:${importId}`, locked_by: null, attempts: 0 }]);
  });

  /** Creates an import whose job has failed `attempts` times and is delayed by the queue. */
  async function putOff(attempts: number, delay: string): Promise<string> {
    const importId = await queuedImport(await uploadOf('0'));
    await app.context.db.owner.query(
      'UPDATE graphile_worker._private_jobs SET attempts = $1, run_at = now() + $2::interval',
      [attempts, delay],
    );
    return importId;
  }

  test('is left alone while its job waits for its next try', async () => {
    const importId = await putOff(4, '55 seconds');
    await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK);
    expect(await jobs()).toEqual([{ key: `import:${importId}`, locked_by: null, attempts: 4 }]);
  });

  test('is queued again when its next try is minutes away', async () => {
    const importId = await putOff(6, '7 minutes');
    await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK);
    expect(await jobs()).toEqual([{ key: `import:${importId}`, locked_by: null, attempts: 0 }]);
    const { rows } = await app.context.db.owner.query(
      'SELECT run_at <= now() AS due FROM graphile_worker.jobs',
    );
    expect(rows).toEqual([{ due: true }]);
  });

  describe('and whose job a worker has', () => {
    async function taken(): Promise<string> {
      const importId = await queuedImport(await uploadOf('0'));
      await app.context.db.owner.query(
        "UPDATE graphile_worker._private_jobs SET locked_by = 'worker', locked_at = now(), attempts = 1",
      );
      return importId;
    }

    test('is queued again when the worker is dead', async () => {
      const importId = await taken();
      await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK);
      expect(await jobs()).toEqual([{ key: `import:${importId}`, locked_by: null, attempts: 0 }]);
    });

    test('is left alone while the worker may still be on its way to the lock', async () => {
      const importId = await taken();
      await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK, { startMs: 60_000 });
      expect(await jobs()).toEqual([{ key: `import:${importId}`, locked_by: 'worker', attempts: 1 }]);
      await app.context.db.owner.query(
        "UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '2 minutes'",
      );
      await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK, { startMs: 60_000 });
      expect(await jobs()).toEqual([{ key: `import:${importId}`, locked_by: null, attempts: 0 }]);
    });

    test('is left alone while the worker lives', async () => {
      const importId = await taken();
      const worker = await app.context.db.app.connect();
      const lock = "hashtextextended('import:' || $1, 0)";
      try {
        await worker.query(`SELECT pg_advisory_lock(${lock})`, [importId]);
        await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK);
        expect(await jobs()).toEqual([{ key: `import:${importId}`, locked_by: 'worker', attempts: 1 }]);
      } finally {
        await worker.query(`SELECT pg_advisory_unlock(${lock})`, [importId]);
        worker.release();
      }
    });
  });

  test('is not queued again once it has ended', async () => {
    const importId = await queuedImport(await uploadOf('0'));
    await app.context.threads.run(RUN_IMPORT, user.user.organizationId, importId);
    await app.context.db.owner.query('DELETE FROM graphile_worker._private_jobs');
    await requeueAbandonedWork(app.context.db.owner, DURABLE_WORK);
    expect(await jobs()).toEqual([]);
  });

  test('is worked on by one worker at a time, and each further call changes nothing', async () => {
    const importId = await queuedImport(await uploadOf('0'));
    const { threads } = app.context;
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () => threads.run(RUN_IMPORT, user.user.organizationId, importId)),
    );
    expect(outcomes).toContain('finished');
    expect(await threads.run(RUN_IMPORT, user.user.organizationId, importId)).toBe('finished');
    const { rows } = await app.context.db.owner.query(
      `SELECT imported, (SELECT count(*)::int FROM leads) AS leads,
         (SELECT count(*)::int FROM audit_logs WHERE action = 'import_leads') AS audited
       FROM imports`,
    );
    expect(rows).toEqual([{ imported: 1, leads: 1, audited: 1 }]);
  });
});
