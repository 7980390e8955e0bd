import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { UPLOAD_BYTES } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { until } from '#tests/support/until.ts';

// Tests sizes and broken connections on the wire, without a client in between.

let app: TestApp;
let user: SignedIn;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await until('nothing of the upload is left', async () => (await stored()).uploads === 0);
});

const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="leads.csv"\r\n\r\n';
const TAIL = '\r\n--x--\r\n';
/** The server reads rows of 64 KiB faster than many short rows. */
const MEGABYTE = Buffer.from(`someone@example.com,${'x'.repeat(64 * 1024 - 21)}\n`.repeat(16));

async function stored(): Promise<{ uploads: number; chunks: number }> {
  const { rows } = await app.context.db.owner.query<{ uploads: number; chunks: number }>(
    'SELECT (SELECT count(*) FROM uploads) AS uploads, (SELECT count(*) FROM upload_chunks) AS chunks',
  );
  return rows[0] ?? { uploads: -1, chunks: -1 };
}

/** Opens a connection and sends the head of an upload. */
async function begin(headers: Record<string, string>, cookie = user.cookie ?? ''): Promise<Socket> {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = Object.entries({
    host,
    cookie,
    'content-type': 'multipart/form-data; boundary=x',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/upload HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

/** Collects the response while the test is still sending. */
function answerTo(socket: Socket): { text: () => string } {
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return { text: () => text };
}

/** Writes, and waits until the server reads the bytes or hangs up. */
async function write(socket: Socket, bytes: Buffer | string): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
}

/** Encodes a chunk of a body without a known length. */
function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

async function answered(answer: { text: () => string }): Promise<{ status: number; text: string }> {
  const text = await until('there is an answer', () => (answer.text().includes('}') ? answer.text() : null));
  return { status: Number(text.split(' ')[1]), text };
}

describe('more than 100 MB', () => {
  test('is refused by its stated length before a byte of it is sent', async () => {
    const socket = await begin({ 'content-length': String(UPLOAD_BYTES + 3 * 1024 * 1024) });
    const { status, text } = await answered(answerTo(socket));
    expect(status).toBe(413);
    expect(text).toContain('"message":"The file is larger than 100 MB"');
    expect(text).toMatch(/"requestId":"[0-9a-f-]{36}"/);
    expect(await stored()).toEqual({ uploads: 0, chunks: 0 });
  });

  test('is refused as soon as it is more, when its length was not stated', async () => {
    const socket = await begin({ 'transfer-encoding': 'chunked' });
    const answer = answerTo(socket);
    await write(socket, chunk(Buffer.from(HEAD)));
    const part = chunk(MEGABYTE);
    let sent = 0;
    // Only a response ends the loop early.
    for (; sent < 400 && answer.text() === ''; sent++) await write(socket, part);
    const { status, text } = await answered(answer);
    expect(status).toBe(413);
    expect(text).toContain('The file is larger than 100 MB');
    expect(sent).toBeGreaterThanOrEqual(100);
    expect(sent).toBeLessThan(400);
    expect(await stored()).toEqual({ uploads: 0, chunks: 0 });
  });

  test.each([
    ['exactly 100 MB', 0, 200],
    ['one byte more', 1, 413],
  ])('%s', async (_case, more, expected) => {
    const length = HEAD.length + UPLOAD_BYTES + more + TAIL.length;
    const socket = await begin({ 'content-length': String(length) });
    const answer = answerTo(socket);
    await write(socket, HEAD);
    for (let sent = 0; sent < UPLOAD_BYTES; sent += MEGABYTE.length) await write(socket, MEGABYTE);
    await write(socket, 'x'.repeat(more) + TAIL);
    const { status } = await answered(answer);
    expect(status).toBe(expected);
    const { rows } = await app.context.db.owner.query('SELECT size, total_rows FROM uploads');
    expect(rows).toEqual(expected === 200 ? [{ size: UPLOAD_BYTES, total_rows: 1_600 }] : []);
    await emptyTables(app.context.db.owner, 'uploads');
  });
});

test('a connection that breaks in the middle leaves nothing behind', async () => {
  const socket = await begin({ 'content-length': String(50 * 1024 * 1024) });
  await write(socket, HEAD);
  for (let sent = 0; sent < 4; sent++) await write(socket, MEGABYTE);
  await until('some of it is stored', async () => (await stored()).chunks >= 2);
  socket.destroy();
  await until('it is removed', async () => (await stored()).uploads === 0);
  expect(await stored()).toEqual({ uploads: 0, chunks: 0 });
});

test('a visitor is refused before the body is read', async () => {
  const socket = await begin({ 'content-length': '1000' }, '');
  const { status, text } = await answered(answerTo(socket));
  expect(status).toBe(401);
  expect(text).toContain('Sign in to continue');
});

test('a page of another site is refused before the body is read', async () => {
  const socket = await begin({ 'content-length': '1000', origin: 'https://evil.example' });
  expect((await answered(answerTo(socket))).status).toBe(403);
});
