import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ImportEvent, type ImportRecord, importEvent } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { eventsOf, type SignedIn, signUp } from '#tests/support/client.ts';
import {
  csvFile,
  importLeads,
  leadCounts,
  type PlanFields,
  postImport,
  uploadFile,
} from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

// The event stream of an import, which only reports, and the ways an import can end.

let app: TestApp;
let user: SignedIn;

const CONTACT: PlanFields = { fieldMapping: { email: 'email' } };

beforeAll(async () => {
  app = await startTestApp({ threads: true });
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(() => emptyLeads(app.context.db.owner, 'imports', 'uploads', 'audit_logs'));

function manyRows(count: number): File {
  const rows = Array.from({ length: count }, (_, n) => [`lead-${n}@example.com`]);
  return csvFile([['email'], ...rows]);
}

async function history(): Promise<ImportRecord[]> {
  return (await user.get<ImportRecord[]>('/api/imports')).body;
}

/** The events of a stream as they come. */
async function* eventsAsTheyCome(response: Response): AsyncGenerator<ImportEvent> {
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString();
    const lines = text.split('\n\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      expect(line).toMatch(/^data: /);
      yield importEvent.parse(JSON.parse(line.slice(6)));
    }
  }
}

/** Blocks the organization's lead batches, as a very slow import would. */
async function holdBatches(): Promise<() => Promise<void>> {
  const client = await app.context.db.owner.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `leads:${user.user.organizationId}`,
  ]);
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

describe('the stream', () => {
  test('is one of events, never stored on the way, with progress first and the outcome last', async () => {
    const response = await postImport(user, manyRows(11_000), CONTACT);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const events = await eventsOf(response);

    expect(events.map(({ type }) => type)).toEqual([...events.slice(1).map(() => 'progress'), 'complete']);
    const progress = events.flatMap((event) => (event.type === 'progress' ? [event] : []));
    expect(progress.map((event) => event.progress)).toEqual(
      progress.map((event) => event.progress).sort((a, b) => a - b),
    );
    expect(progress.every(({ totalRows }) => totalRows === 11_000)).toBe(true);
    expect(progress.at(-1)).toMatchObject({ progress: 100, imported: 11_000 });
    expect(events.at(-1)).toEqual({
      type: 'complete',
      importId: (await history())[0]?.id,
      stats: {
        totalRows: 11_000,
        imported: 11_000,
        duplicates: 0,
        errors: 0,
        updated: 0,
        skipped: 0,
        suppressed: 0,
        invalidPhones: 0,
      },
    });
  });

  test('tells the id at once, before the first row, and something every second', async () => {
    const pauses = vi.spyOn(app.context.notices, 'importMoved');
    const release = await holdBatches();
    const upload = await uploadFile(user, manyRows(1_000));
    const types: string[] = [];
    for await (const event of eventsAsTheyCome(await postImport(user, upload.uploadId, CONTACT))) {
      if (types.length === 0) {
        expect(event).toMatchObject({ importId: (await history())[0]?.id, totalRows: 1_000, imported: 0 });
      }
      types.push(event.type);
      // Until now nothing of the import could be written.
      if (types.length === 3) await release();
    }
    expect(types.slice(0, 3)).toEqual(['progress', 'progress', 'progress']);
    expect(types.at(-1)).toBe('complete');
    for (const [, longestMs] of pauses.mock.calls) expect(longestMs).toBeLessThan(1_000);
  });

  test('may be dropped: the import goes on', async () => {
    const release = await holdBatches();
    const response = await postImport(user, manyRows(6_000), CONTACT);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await release();

    const record = await until('the import is finished', async () =>
      (await history()).find(({ status }) => status === 'completed'),
    );
    expect(record).toMatchObject({ totalRows: 6_000, imported: 6_000, unprocessed: 0 });
  });
});

describe('an import that cannot be finished', () => {
  /** Starts an import of 40,000 rows in several chunks and deletes chunks once the first batch is in progress. */
  async function importAndLose(lost: 'last chunk' | 'file'): Promise<Response> {
    const { owner } = app.context.db;
    const rows = Array.from({ length: 40_000 }, (_, n) => [`lead-${n}@example.com`, 'x'.repeat(60)]);
    const { uploadId } = await uploadFile(user, csvFile([['email', 'note'], ...rows]));
    const release = await holdBatches();
    const response = await postImport(user, uploadId, CONTACT);
    await until('the first batch waits to be written', async () => {
      const { rows: waiting } = await owner.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return waiting.length > 0;
    });
    await owner.query(lost === 'file' ? 'DELETE FROM uploads' : 'DELETE FROM upload_chunks WHERE n = 3');
    await release();
    return response;
  }

  /** Starts the next attempt of the import now, with the attempt counter set to `attempts`. */
  async function tryAgain(attempts: number): Promise<void> {
    const { owner } = app.context.db;
    const waiting =
      'SELECT array_agg(id) AS ids FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts > 0';
    const ids = await until('the import waits for its next try', async () => {
      const { rows } = await owner.query<{ ids: string[] | null }>(waiting);
      return rows[0]?.ids;
    });
    await owner.query('SELECT graphile_worker.reschedule_jobs($1, run_at => now(), attempts => $2)', [
      ids,
      attempts,
    ]);
  }

  /** Expects what all failures have in common: rows, counters, history, stream and audit trail agree. */
  async function expectFailed(response: Response, failure: string): Promise<void> {
    expect((await eventsOf(response)).at(-1)).toMatchObject({ type: 'error', message: failure });
    const [record] = await history();
    expect(record).toMatchObject({ status: 'failed', failure, totalRows: 40_000, errors: 0 });
    expect(record?.imported).toBeGreaterThanOrEqual(5_000);
    expect(record?.unprocessed).toBe(40_000 - (record?.imported ?? 0));
    const { counted, stored } = await leadCounts(app, user.user.organizationId);
    expect([counted, stored]).toEqual([record?.imported, record?.imported]);
    const { rows } = await app.context.db.owner.query('SELECT action, details FROM audit_logs');
    expect(rows).toMatchObject([
      {
        action: 'import_leads',
        details: { imported: record?.imported, unprocessed: record?.unprocessed, reason: failure },
      },
    ]);
  }

  test('for a part of its file that is lost is given up after some tries', async () => {
    const response = await importAndLose('last chunk');
    await tryAgain(1);
    await tryAgain(4);
    await expectFailed(response, 'The import was stopped after repeated internal errors');
  });

  test('for its file that is gone ends at the next try', async () => {
    const response = await importAndLose('file');
    await tryAgain(1);
    await expectFailed(response, 'The uploaded file is no longer available. Upload it again.');
  });

  test('does not hold up the next one', async () => {
    expect((await importLeads(user, manyRows(10), CONTACT)).stats.imported).toBe(10);
  });
});
