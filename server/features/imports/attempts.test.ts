import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { eventsOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importParts, leadsOf, uploadFile } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';

// A client that repeats a start request with the same attempt number gets the import that is already running.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(() => emptyLeads(app.context.db.owner, 'imports', 'uploads'));

async function uploaded(): Promise<string> {
  return (await uploadFile(user, csvFile([['email'], ['ada@example.com']]))).uploadId;
}

function ask(uploadId: string, query: string, client = user, field = 'email'): Promise<Response> {
  const body = formWith(importParts(uploadId, { fieldMapping: { email: field } }));
  return client.send(`/api/import-stream${query}`, { method: 'POST', body });
}

async function importOf(uploadId: string, query: string): Promise<string | undefined> {
  const response = await ask(uploadId, query);
  expect(response.status).toBe(200);
  return (await eventsOf(response)).at(-1)?.importId;
}

async function history(): Promise<string[]> {
  const { body } = await user.get<ImportRecord[]>('/api/imports');
  return body.map(({ id }) => id);
}

test('asked for many times at once, an attempt is one import that all of them follow to its end', async () => {
  const uploadId = await uploaded();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(uploadId, '?attempt=1')));
  const ends = await Promise.all(answers.map(async (answer) => (await eventsOf(answer)).at(-1)));

  expect(new Set(ends.map((event) => event?.importId)).size).toBe(1);
  expect(ends.every((event) => event?.type === 'complete' && event.stats.imported === 1)).toBe(true);
  expect(await history()).toEqual([ends[0]?.importId]);
  expect(await leadsOf(user)).toHaveLength(1);
});

test('the next attempt is an import of its own, and the first can still be followed', async () => {
  const uploadId = await uploaded();
  const first = await importOf(uploadId, '?attempt=1');
  const second = await importOf(uploadId, '?attempt=2');
  expect(second).not.toBe(first);
  expect(await importOf(uploadId, '?attempt=1')).toBe(first);
  expect(await importOf(uploadId, '?attempt=2')).toBe(second);
  expect(await history()).toEqual([second, first]);
});

test('without a number each is a new one', async () => {
  const uploadId = await uploaded();
  await importOf(uploadId, '');
  await importOf(uploadId, '');
  expect(await history()).toHaveLength(2);
});

test('an attempt that was refused has not begun', async () => {
  const uploadId = await uploaded();
  expect((await ask(uploadId, '?attempt=1', user, 'noSuchField')).status).toBe(400);
  expect(await history()).toEqual([]);
  await importOf(uploadId, '?attempt=1');
  expect(await history()).toHaveLength(1);
});

test.each(['0', '1001', '1.5', 'one', ''])('a number is 1 to 1000, not %j', async (attempt) => {
  const response = await ask(await uploaded(), `?attempt=${attempt}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ field: 'attempt' });
  expect(await history()).toEqual([]);
});

test('of another organization it is not found, begun or not', async () => {
  const uploadId = await uploaded();
  await importOf(uploadId, '?attempt=1');
  const stranger = await signUp(app.url);
  expect((await ask(uploadId, '?attempt=1', stranger)).status).toBe(404);
  expect((await ask(uploadId, '?attempt=2', stranger)).status).toBe(404);
});
