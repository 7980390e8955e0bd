import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { tokenFor } from '#tests/support/programs.ts';
import { until } from '#tests/support/until.ts';
import { DOWNLOAD_LIMITS } from './downloads.ts';

// Bodies on the wire that come byte by byte. The limits are those of a fast clock: 4 KiB a second, measured after 0.3 s.

const BODIES = { patienceMs: 300, bytesPerSecond: 4 * 1024 };

let app: TestApp;
let user: SignedIn;
const open: { socket: Socket; timer: NodeJS.Timeout }[] = [];

beforeAll(async () => {
  app = await startTestApp({ jobs: false, limits: { bodies: BODIES, downloads: DOWNLOAD_LIMITS } });
  user = await signUp(app.url);
});

afterAll(() => app.close());

afterEach(() => {
  for (const { socket, timer } of open.splice(0)) {
    clearInterval(timer);
    socket.destroy();
  }
});

interface Trickle {
  socket: Socket;
  /** Returns the answer so far. */
  answer(): string;
  closed(): boolean;
  sent(): number;
}

/** Sends the head of a request, then again and again a part of its body, until the connection ends or `enough` was sent. */
async function trickle(
  request: string,
  headers: Record<string, string>,
  { begin = '', part = 'x', enough = 1_000_000 } = {},
): Promise<Trickle> {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let text = '';
  let closed = false;
  let sent = 0;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.once('close', () => {
    closed = true;
  });
  const all = { host, 'content-length': '1000000', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${request} HTTP/1.1\r\n${lines.join('')}\r\n${begin}`);
  const timer = setInterval(() => {
    if (closed || sent >= enough) return;
    socket.write(part);
    sent += part.length;
  }, 10);
  open.push({ socket, timer });
  return { socket, answer: () => text, closed: () => closed, sent: () => sent };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=x' };
const FILE = '--x\r\nContent-Disposition: form-data; name="file"; filename="leads.csv"\r\n\r\nemail\n';

test.each(['POST /api/login', 'POST /api/register'])(
  'a body of %s that trickles without an account is cut',
  async (request) => {
    const { answer, closed } = await trickle(request, JSON_TYPE);
    await until('the connection has ended', closed);
    expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
  },
);

test('a file that trickles from a user is cut and leaves nothing behind', async () => {
  const stored = async () => (await app.context.db.owner.query('SELECT FROM uploads')).rows.length;
  const headers = { ...FORM_TYPE, cookie: user.cookie ?? '' };
  const { answer, closed } = await trickle('POST /api/upload', headers, { begin: FILE });
  await until('the file is being stored', async () => (await stored()) === 1);
  await until('the connection has ended', closed);
  expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
  await until('nothing is left of it', async () => (await stored()) === 0);
});

test('a body in chunks that trickles from a program is cut', async () => {
  const { hostname } = new URL(app.url);
  const headers = { ...JSON_TYPE, authorization: `Bearer ${await tokenFor(user)}` };
  const sent = await trickle('POST /api/v1/leads', { ...headers, host: hostname });
  await until('the connection has ended', sent.closed);
  expect(sent.answer()).toMatch(/^HTTP\/1\.1 408 /);
});

test.each([
  ['refused for want of a session', 'POST /api/upload', 401],
  ['for nothing that exists', 'POST /nothing', 404],
  ['with a malformed path', 'POST /api/%E0%A4%A', 400],
])('a body that trickles on %s is cut', async (_why, request, status) => {
  const { answer, closed } = await trickle(request, FORM_TYPE, { begin: FILE });
  await until('the connection has ended', closed);
  expect(answer()).toMatch(new RegExp(`^HTTP/1\\.1 (?:${status}|408) `));
});

test('a body that keeps the pace is taken, however long it takes', async () => {
  const value = 'x'.repeat(300_000);
  const body = JSON.stringify({ username: value, password: 'y' });
  const headers = { ...JSON_TYPE, 'content-length': String(body.length) };
  const begin = body.slice(0, 14);
  const { socket, answer, sent } = await trickle('POST /api/login', headers, {
    begin,
    part: 'x'.repeat(1_024),
    enough: 200 * 1_024,
  });
  // Some seconds, many times the patience.
  await until('most is sent', () => sent() >= 200 * 1_024);
  socket.write(body.slice(begin.length + 200 * 1_024));
  await until('it is answered', () => answer() !== '');
  expect(answer()).toMatch(/^HTTP\/1\.1 4(?!08)/);
});
