import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import { type ImportCheckEvent, importCheckEvent } from '#contract/import-dry-run.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { checkUpload, csvFile, importLeads, postCheck, uploadFile } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

// The dry run of a whole file in real worker threads: its progress, what stops it, and the concurrency limits.

let app: TestApp;
let user: SignedIn;

const CONTACT = { fieldMapping: { email: 'email', phone: 'phone' } };

beforeAll(async () => {
  app = await startTestApp({ threads: true });
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(() => emptyLeads(app.context.db.owner, 'imports', 'uploads'));

async function uploadOf(rows: readonly (readonly string[])[]): Promise<string> {
  return (await uploadFile(user, csvFile([['email', 'phone'], ...rows]))).uploadId;
}

function manyRows(count: number): string[][] {
  return Array.from({ length: count }, (_, n) => [`lead-${n}@example.com`, '']);
}

/** Blocks reads of leads, as a very slow database would, so that a dry run stops at its first query. */
async function holdLeads(): Promise<() => Promise<void>> {
  const client = await app.context.db.owner.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE leads IN ACCESS EXCLUSIVE MODE');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

/** Waits until `count` dry runs are waiting for leads. */
async function waiting(count: number): Promise<void> {
  await until(`${count} wait for leads`, async () => {
    const { rows } = await app.context.db.owner.query(
      `SELECT FROM pg_locks WHERE relation = 'leads'::regclass AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length >= count;
  });
}

/** The events of a stream as they come. */
async function* eventsAsTheyCome(response: Response): AsyncGenerator<ImportCheckEvent> {
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString();
    const lines = text.split('\n\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      expect(line).toMatch(/^data: /);
      yield importCheckEvent.parse(JSON.parse(line.slice(6)));
    }
  }
}

async function lastOf(response: Response): Promise<ImportCheckEvent | undefined> {
  let last: ImportCheckEvent | undefined;
  for await (const event of eventsAsTheyCome(response)) last = event;
  return last;
}

describe('a check', () => {
  test('counts the whole file as its import would, and the import then does', async () => {
    await importLeads(
      user,
      csvFile([
        ['email', 'phone'],
        ['ada@example.com', '+447400123451'],
      ]),
      CONTACT,
    );
    const uploadId = await uploadOf([
      ['Ada@Example.com', '+447400123452'],
      ['bob@example.com', '+447400123452'],
      ['cyd@example.com', '+44 7400 123452'],
      ['dan@example.com', '12345'],
      ['cyd@example.com', ''],
      ['eve@example.com', '4.47E+11'],
      ['broken', '+447400123459'],
    ]);
    const events = await checkUpload(user, uploadId, CONTACT);
    const forecast = {
      totalRows: 7,
      checked: 7,
      imported: 4,
      updated: 0,
      duplicatesInFile: 1,
      duplicatesInDatabase: 1,
      skipped: 0,
      suppressed: 0,
      errors: 1,
      warnings: 2,
      validPhones: 1,
      invalidPhones: 2,
      withoutPhone: 1,
      localPhones: 0,
      emailsToDrop: 1,
      countrySuggestions: [],
    };
    expect(events.at(-1)).toEqual({ type: 'complete', forecast });
    const { stats } = await importLeads(user, uploadId, CONTACT);
    expect(stats).toMatchObject({ imported: 4, duplicates: 2, errors: 1, invalidPhones: 2 });
  });

  test('suggests the default country that makes most numbers valid, and none once one is chosen', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => [
      `p${n}@example.com`,
      `(212) 555-01${String(n).padStart(2, '0')}`,
    ]);
    const uploadId = await uploadOf([
      ...rows,
      ['uk@example.com', '+447400123451'],
      ['bad@example.com', '12'],
    ]);
    const last = (await checkUpload(user, uploadId, CONTACT)).at(-1);
    expect(last).toMatchObject({ type: 'complete', forecast: { validPhones: 1, invalidPhones: 31 } });
    expect(last?.type === 'complete' && last.forecast.countrySuggestions[0]).toEqual({
      country: 'US',
      valid: 30,
      of: 30,
      isSample: false,
    });
    const chosen = { ...CONTACT, options: { defaultCountry: 'US' } };
    expect((await checkUpload(user, uploadId, chosen)).at(-1)).toMatchObject({
      forecast: { validPhones: 31, invalidPhones: 1, countrySuggestions: [] },
    });
  });

  test('is a stream, never stored on the way, with progress first and the outcome last', async () => {
    const uploadId = await uploadOf(manyRows(12_000));
    const response = await postCheck(user, uploadId, CONTACT);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const events: ImportCheckEvent[] = [];
    for await (const event of eventsAsTheyCome(response)) events.push(event);

    expect(events.map(({ type }) => type)).toEqual([...events.slice(1).map(() => 'progress'), 'complete']);
    const progress = events.flatMap((event) => (event.type === 'progress' ? [event] : []));
    expect(progress[0]).toMatchObject({ progress: 0, checked: 0, totalRows: 12_000 });
    expect(progress.at(-1)).toMatchObject({ progress: 100, checked: 12_000 });
    const checked = progress.map((event) => event.checked);
    expect(checked).toEqual(checked.toSorted((a, b) => a - b));
    expect(events.at(-1)).toMatchObject({
      type: 'complete',
      forecast: { imported: 12_000, withoutPhone: 12_000 },
    });
  });

  test('goes on telling, however slow the database is', async () => {
    const uploadId = await uploadOf(manyRows(10));
    const release = await holdLeads();
    const types: string[] = [];
    for await (const { type } of eventsAsTheyCome(await postCheck(user, uploadId, CONTACT))) {
      types.push(type);
      if (types.length === 4) await release();
    }
    expect(types.slice(0, 4)).toEqual(['progress', 'progress', 'progress', 'progress']);
    expect(types.at(-1)).toBe('complete');
  });
});

describe('a check is refused', () => {
  async function refused(
    uploadId: string,
    plan: Record<string, unknown>,
    by = user,
  ): Promise<[number, ErrorReply]> {
    const { status, body } = await by.post<ErrorReply>('/api/imports/check', { uploadId, ...plan });
    return [status, body];
  }

  test('for an upload that does not exist', async () => {
    const [status, body] = await refused('00000000-0000-7000-8000-000000000000', CONTACT);
    expect([status, body.message]).toEqual([
      404,
      'Upload not found. It may have expired; upload the file again.',
    ]);
  });

  test('for an upload of another organization', async () => {
    const [status, body] = await refused(await uploadOf(manyRows(1)), CONTACT, await signUp(app.url));
    expect([status, body.message]).toEqual([
      404,
      'Upload not found. It may have expired; upload the file again.',
    ]);
  });

  test('for a plan that does not fit', async () => {
    const [status, body] = await refused(await uploadOf(manyRows(1)), { fieldMapping: { mail: 'email' } });
    expect([status, body.field]).toEqual([400, 'fieldMapping']);
  });

  test('for a sheet that the file does not have', async () => {
    const [status, body] = await refused(await uploadOf(manyRows(1)), {
      ...CONTACT,
      options: { sheet: 'x' },
    });
    expect([status, body.field]).toEqual([400, 'options.sheet']);
  });

  test('for a body that is none', async () => {
    expect((await user.post('/api/imports/check', { uploadId: 'x' })).status).toBe(400);
  });
});

describe('a check that cannot be finished', () => {
  test('says what is wrong with the file', async () => {
    const uploadId = await uploadOf([['ada@example.com', '+447400123451']]);
    await app.context.db.owner.query(`UPDATE uploads SET columns = '["email"]'`);
    const events = await checkUpload(user, uploadId, { fieldMapping: { email: 'email' } });
    const message = 'Row 2 of the file has more cells than the file has columns.';
    expect(events.at(-1)).toEqual({ type: 'error', message });
  });

  test('says so, and nothing of the insides', async () => {
    const uploadId = await uploadOf(manyRows(1));
    await app.context.db.owner.query('DELETE FROM upload_chunks');
    const message = 'An unexpected error occurred on our side. Please try again or contact support.';
    expect((await checkUpload(user, uploadId, CONTACT)).at(-1)).toEqual({ type: 'error', message });
  });
});

describe('a check whose caller goes away', () => {
  /** A task that the server handed to a worker thread, and its result. */
  interface Asked {
    signal: AbortSignal;
    checked: number;
    ended: Promise<unknown>;
  }

  /** Reads the number of checked rows from a dry run's progress. */
  function checkedOf(progress: unknown): number {
    return progress !== null && typeof progress === 'object' && 'checked' in progress
      ? Number(progress.checked)
      : 0;
  }

  /** Records the tasks that the server hands to worker threads until `letGo` is called. */
  function watchDryRuns(): { asked: Asked[]; letGo(): void } {
    const { threads } = app.context;
    const asked: Asked[] = [];
    app.context.threads = {
      ...threads,
      run: (task, organizationId, input, options = {}) => {
        const { signal = new AbortController().signal, onProgress } = options;
        const one: Asked = { signal, checked: 0, ended: Promise.resolve() };
        const result = threads.run(task, organizationId, input, {
          ...options,
          onProgress: (progress) => {
            one.checked = checkedOf(progress);
            onProgress?.(progress);
          },
        });
        if (!task.module.endsWith('/dry-run-upload.ts')) return result;
        one.ended = result.catch((error: unknown) => error);
        asked.push(one);
        return result;
      },
    };
    return {
      asked,
      letGo: () => {
        app.context.threads = threads;
      },
    };
  }

  test.each([
    ['create', { mode: 'create' }],
    ['update', { mode: 'update', matchField: 'email' }],
  ])('is given up by its thread: %s', async (_mode, importMode) => {
    const uploadId = await uploadOf(manyRows(60_000));
    const { asked, letGo } = watchDryRuns();
    const release = await holdLeads();
    try {
      const leaving = new AbortController();
      await postCheck(user, uploadId, { ...CONTACT, importMode }, leaving.signal);
      await waiting(1);
      leaving.abort();
      await until('the server noticed', () => asked[0]?.signal.aborted);
    } finally {
      await release();
      letGo();
    }
    expect(await asked[0]?.ended).toBeInstanceOf(Error);
    // The batch whose query was already sent may still be validated; none of the other eleven starts.
    expect(asked[0]?.checked).toBeLessThan(20_000);
    expect((await checkUpload(user, uploadId, CONTACT)).at(-1)).toMatchObject({ type: 'complete' });
  });
});

describe('checks at once', () => {
  const REPLACED = { type: 'error', message: 'A newer check took its place' };

  test('of one user are two, as in two windows: a third takes the place of the oldest', async () => {
    const uploadId = await uploadOf(manyRows(10));
    const release = await holdLeads();
    const oldest = await postCheck(user, uploadId, CONTACT);
    await waiting(1);
    const older = await postCheck(user, uploadId, CONTACT);
    await waiting(2);
    const latest = await postCheck(user, uploadId, CONTACT);
    expect(await lastOf(oldest)).toEqual(REPLACED);
    await release();
    for (const check of [older, latest]) {
      expect(await lastOf(check)).toMatchObject({ type: 'complete', forecast: { imported: 10 } });
    }
  });

  test('of one user leave a place to a colleague', async () => {
    const colleague = await addColleague(app, user, 'colleague of one with two');
    const uploadId = await uploadOf(manyRows(10));
    const release = await holdLeads();
    const oldest = await postCheck(user, uploadId, CONTACT);
    await waiting(1);
    const older = await postCheck(user, uploadId, CONTACT);
    await waiting(2);
    const asked = await postCheck(colleague, uploadId, CONTACT);
    expect(asked.status).toBe(200);
    expect(await lastOf(oldest)).toEqual(REPLACED);
    await release();
    for (const check of [older, asked]) {
      expect(await lastOf(check)).toMatchObject({ type: 'complete', forecast: { imported: 10 } });
    }
  });

  test('of one organization are two, whatever other organizations check', async () => {
    const [second, third] = [
      await addColleague(app, user, 'second colleague'),
      await addColleague(app, user, 'third colleague'),
    ];
    const uploadId = await uploadOf(manyRows(10));
    const release = await holdLeads();
    const running = [await postCheck(user, uploadId, CONTACT), await postCheck(second, uploadId, CONTACT)];
    await waiting(2);
    const refused = await postCheck(third, uploadId, CONTACT);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const stranger = await signUp(app.url);
    const { uploadId: strange } = await uploadFile(stranger, csvFile([['email'], ['a@x.example']]));
    const elsewhere = await postCheck(stranger, strange, { fieldMapping: { email: 'email' } });
    expect(elsewhere.status).toBe(200);
    // It has a thread of its own.
    await waiting(3);
    await release();
    for (const response of [...running, elsewhere]) {
      expect(await lastOf(response)).toMatchObject({ type: 'complete' });
    }
    await until('there is room again', async () => {
      const response = await postCheck(third, uploadId, CONTACT);
      await response.text();
      return response.status === 200;
    });
  });
});
