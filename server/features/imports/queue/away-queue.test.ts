import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { withoutDatabase } from '#tests/support/away-database.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { endedQueue, fileOfLead, leadHolder, queueFiles } from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let user: SignedIn;
const leads = leadHolder();

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});
afterAll(() => app.close());

test('files that wait are imported, each once, although the database dies and comes back', async () => {
  const names = ['one', 'two', 'three', 'four', 'five'];
  await leads.hold(app, user);
  await queueFiles(user, ...names.map((name) => fileOfLead(name)));
  // It ends the connection that holds the leads, too.
  await withoutDatabase(app, () =>
    until('the server notices', async () => (await user.get('/api/user')).status === 503),
  );
  await leads.release();
  await until('the server has its database', async () => (await user.get('/api/user')).status === 200);

  const ended = await endedQueue(user);
  expect(ended.map(({ filename, state }) => `${filename} ${state}`)).toEqual(
    names.map((name) => `${name}.csv completed`),
  );
  const emails = (await leadsOf(user)).map(({ email }) => email);
  expect(emails.sort()).toEqual(names.map((name) => `${name}@mail.example`).sort());
});
