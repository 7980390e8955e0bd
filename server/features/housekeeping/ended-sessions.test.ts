import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { clientOf, PASSWORD, signUp } from '#tests/support/client.ts';
import { removeEndedSessions } from './housekeeping.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

test('sessions, counted attempts and counted calls go when they are over, and not before', async () => {
  const { owner } = app.context.db;
  const user = await signUp(app.url, 'ada');
  for (let n = 0; n < 2; n++) {
    await clientOf(app.url).post('/api/login', { username: 'ada', password: PASSWORD });
  }
  await owner.query(
    `UPDATE sessions s SET expires_at = CASE n WHEN 2 THEN now() - interval '1 second' ELSE expires_at END,
       last_seen_at = CASE n WHEN 3 THEN now() - interval '12 hours 1 second' ELSE now() - interval '11 hours' END
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM sessions) numbered WHERE s.id = numbered.id`,
  );
  const attempts = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ key: string }>(
      "SELECT key FROM sign_in_attempts WHERE key LIKE 'account:%'",
    );
    return rows.map(({ key }) => key);
  };
  const fail = (username: string) => clientOf(app.url).post('/api/login', { username, password: 'wrong' });
  await fail('nobody');
  const over = await attempts();
  await owner.query("UPDATE sign_in_attempts SET window_ends_at = now() - interval '1 second'");
  await fail('someone');
  const [running] = (await attempts()).filter((key) => !over.includes(key));
  await owner.query(
    "INSERT INTO api_call_windows VALUES ('token:old', 1, now() - interval '1 second'), ('token:new', 1, now() + interval '1 minute')",
  );

  await removeEndedSessions(owner);

  expect((await user.get('/api/user')).status).toBe(200);
  const { rows: sessions } = await owner.query('SELECT FROM sessions');
  expect(sessions).toHaveLength(1);
  expect(running).toBeDefined();
  expect(await attempts()).toEqual([running]);
  expect((await owner.query('SELECT caller FROM api_call_windows')).rows).toEqual([{ caller: 'token:new' }]);
});
