import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { uploadFile } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';

// Reading the second sheet of stored workbooks in real threads, held up at their first chunk.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false, threads: true });
});

afterAll(() => app.close());

/** Uploads a workbook of several chunks, whose second sheet no request has read yet. */
async function workbookOf(user: SignedIn): Promise<string> {
  const noise = Array.from({ length: 60_000 }, (_, n) => [
    `${Math.sin(n)}`,
    `${Math.cos(n)}`,
    `${Math.tan(n)}`,
  ]);
  const sheets = [
    { name: 'First', rows: [['email'], ['a@example.com']] },
    { name: 'Second', rows: [['a', 'b', 'c'], ...noise] },
  ];
  const content = new Uint8Array(xlsx({ sheets, inline: true }));
  expect(content.length).toBeGreaterThan(2 * 1024 * 1024);
  return (await uploadFile(user, fileOf('leads.xlsx', content))).uploadId;
}

function chooseSecond(user: SignedIn, uploadId: string, signal?: AbortSignal): Promise<Response> {
  return user.send(`/api/uploads/${uploadId}/sheet`, {
    method: 'POST',
    body: JSON.stringify({ sheet: 'Second' }),
    headers: { 'content-type': 'application/json' },
    ...(signal && { signal }),
  });
}

/** Keeps every reading from its next chunk, as a very slow disk would. */
async function holdChunks(): Promise<() => Promise<void>> {
  const client = await app.context.db.owner.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE upload_chunks IN ACCESS EXCLUSIVE MODE');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

/** Returns which of the uploads wait for a chunk. */
async function waitingFor(uploadIds: readonly string[]): Promise<string[]> {
  const { rows } = await app.context.db.owner.query<{ query: string }>(
    `SELECT query FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%upload_chunks%'`,
  );
  return uploadIds.filter((id) => rows.some(({ query }) => query.includes(id)));
}

test('an organization that occupies the threads with slow readings leaves one to the others', async () => {
  const [busy, other] = [await signUp(app.url), await signUp(app.url)];
  const own = await workbookOf(other);
  const many = await Promise.all(Array.from({ length: 6 }, () => workbookOf(busy)));
  const release = await holdChunks();
  const answers = many.map((id) => chooseSecond(busy, id));
  try {
    await until('the organization has all its threads', async () => (await waitingFor(many)).length === 2);
    answers.push(chooseSecond(other, own));
    await until('the other one reads', async () => (await waitingFor([own])).length === 1);
    expect(await waitingFor(many)).toHaveLength(2);
  } finally {
    await release();
  }
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('a reading ends when its client leaves', async () => {
  const user = await signUp(app.url);
  const id = await workbookOf(user);
  const runs = vi.spyOn(app.context.threads, 'run');
  const leaving = new AbortController();
  const release = await holdChunks();
  const answer = chooseSecond(user, id, leaving.signal);
  try {
    await until('it waits for a chunk', async () => (await waitingFor([id])).length === 1);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await until('the server notices', () => runs.mock.calls[0]?.[3]?.signal?.aborted);
  } finally {
    await release();
  }
  await expect(runs.mock.results[0]?.value).rejects.toMatchObject({ name: 'AbortError' });
  vi.restoreAllMocks();
  const { rows } = await app.context.db.owner.query('SELECT FROM upload_readings WHERE upload_id = $1', [id]);
  expect(rows).toHaveLength(0);
  expect((await chooseSecond(user, id)).status).toBe(200);
});
