import type { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { until } from '#tests/support/until.ts';
import { isSessionOpen } from '../../platform/security/sessions.ts';
import { type ChangeReader, changeStream } from './change-stream.ts';

const HEARTBEAT_MS = 40;

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});
afterAll(() => app.close());

/** Opens a stream with a fast heartbeat and collects the text it sends. */
function open(isSessionValid: ChangeReader['isSessionValid']): {
  stream: PassThrough;
  text(): string;
  beats(): number;
} {
  let sent = '';
  const stream = changeStream(app.context.notices, {
    organizationId: user.user.organizationId,
    isSessionValid,
    heartbeatMs: HEARTBEAT_MS,
  });
  stream.on('data', (chunk: Buffer) => {
    sent += chunk.toString();
  });
  return { stream, text: () => sent, beats: () => sent.split(': heartbeat\n\n').length - 1 };
}

/** Opens a stream for a client's session. */
function openFor({ cookie }: { cookie: string | null }): ReturnType<typeof open> {
  const token = cookie?.slice(cookie.indexOf('=') + 1) ?? '';
  return open(() => isSessionOpen(app.context.db.app, token, '127.0.0.1'));
}

test('a heart beats while the session lasts, and the stream ends with it', async () => {
  const second = clientOf(app.url);
  await second.post('/api/login', { username: user.user.username, password: PASSWORD });
  const [mine, other] = [openFor(user), openFor(second)];
  await until('hearts beat', () => mine.beats() > 2 && other.beats() > 2);
  expect(mine.text()).toMatch(/^data: {"type":"hello"}\n\n(: heartbeat\n\n)+$/);
  await second.post('/api/logout');
  await until('the stream has ended', () => other.stream.readableEnded);
  const beats = mine.beats();
  await until('the other goes on', () => mine.beats() > beats + 1);
  mine.stream.destroy();
});

test('a heartbeat is no use of the session', async () => {
  const { owner } = app.context.db;
  await owner.query(`UPDATE sessions SET last_seen_at = now() - interval '2 hours'`);
  const { stream, beats } = openFor(user);
  await until('hearts beat', () => beats() > 2);
  const { rows } = await owner.query<{ idle: boolean }>(
    `SELECT last_seen_at < now() - interval '1 hour' AS idle FROM sessions`,
  );
  expect(rows).toEqual([{ idle: true }]);
  stream.destroy();
});

test('a database that does not answer ends no stream', async () => {
  const { stream, beats } = open(() => Promise.reject(new Error('no connection')));
  await until('hearts beat', () => beats() > 2);
  expect(stream.readableEnded).toBe(false);
  stream.destroy();
});

test('a reader that takes nothing is let go', async () => {
  const told: ((change: { type: 'imports'; importId: string }) => void)[] = [];
  let forgotten = false;
  const stream = changeStream(
    {
      onChange: (_organizationId, listener) => {
        told.push(listener);
        return () => {
          forgotten = true;
        };
      },
    },
    { organizationId: user.user.organizationId, isSessionValid: async () => true, heartbeatMs: 60_000 },
  );
  for (let n = 0; n < 2_000; n++) {
    const importId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    told[0]?.({ type: 'imports', importId });
  }
  await until('it is let go', () => stream.destroyed);
  await until('nothing is told to it any more', () => forgotten);
});
