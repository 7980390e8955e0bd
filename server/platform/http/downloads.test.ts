import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { cloneDatabase } from '#tests/support/template.ts';
import { until } from '#tests/support/until.ts';
import { listenForNotices, type Notices } from '../events/notices.ts';
import { Downloads } from './downloads.ts';
import { answerErrors } from './error-answers.ts';

const PACE = { patienceMs: 2_000, bytesPerSecond: 16 * 1024 };
const LIMITS = { perOrganization: 2, shared: 3, total: 4, pace: PACE };

let url: string;
let notices: Notices;
let app: FastifyInstance;
let downloads: Downloads;
let gate: PromiseWithResolvers<void>;
let ended: number;

async function* chunks(): AsyncGenerator<Buffer> {
  try {
    yield Buffer.from('a,b\r\n');
    await gate.promise;
    yield Buffer.from('1,2\r\n');
  } finally {
    ended++;
  }
}

/** A file that can't be finished. */
async function* failing(chunksBefore: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < chunksBefore; sent++) yield Buffer.alloc(64 * 1024, 'x');
  throw new Error('the database went away');
}

/** A file without an end. */
async function* endless(): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  try {
    for (;;) yield chunk;
  } finally {
    ended++;
  }
}

beforeAll(async () => {
  ({ app: url } = await cloneDatabase(inject('databaseUrl')));
  notices = await listenForNotices(url);
});

afterAll(() => notices.close());

beforeEach(async () => {
  app = Fastify();
  gate = Promise.withResolvers();
  ended = 0;
  answerErrors(app);
  downloads = new Downloads(LIMITS, notices.locks);
  app.get<{ Params: { organization: string } }>('/file/:organization', async (request, reply) => {
    const file = { filename: 'A "file" – it’s.csv', chunks: chunks() };
    await downloads.sendFile(request.params.organization, reply, file);
    return reply;
  });
  app.get<{ Params: { organization: string } }>('/endless/:organization', async (request, reply) => {
    await downloads.sendFile(request.params.organization, reply, {
      filename: 'endless.csv',
      chunks: endless(),
    });
    return reply;
  });
  app.get<{ Params: { chunks: string } }>('/failing/:chunks', async (request, reply) => {
    const file = { filename: 'failing.csv', chunks: failing(Number(request.params.chunks)) };
    await downloads.sendFile('a', reply, file);
    return reply;
  });
  await app.ready();
});

afterEach(async () => {
  downloads.close();
  await app.close();
});

test('a file that fails before its first byte: answers a server error', async () => {
  const { statusCode, headers } = await app.inject('/failing/0');
  expect(statusCode).toBe(500);
  expect(headers['content-disposition']).toBeUndefined();
});

test.each([1, 2, 20])(
  'a file that fails after %i chunks: is cut, and the client sees it',
  async (chunksBefore) => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    await expect(
      fetch(`${address}/failing/${chunksBefore}`).then((response) => response.text()),
    ).rejects.toThrow();
  },
);

test('a file is sent as it is made, under its name', async () => {
  gate.resolve();
  const response = await app.inject('/file/a');
  expect(response.body).toBe('a,b\r\n1,2\r\n');
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''A%20%22file%22%20%E2%80%93%20it%E2%80%99s.csv",
  );
});

describe('slots', () => {
  /** Begins a download and returns its status once it is known; it goes on until the gate opens. */
  async function begun(organization: string): Promise<number> {
    const address = app.listeningOrigin;
    const response = await fetch(`${address}/file/${organization}`);
    bodies.push(response);
    return response.status;
  }
  let bodies: Response[];

  beforeEach(async () => {
    bodies = [];
    await app.listen({ port: 0, host: '127.0.0.1' });
  });

  test('of one organization are never all, and are free again when a download has ended', async () => {
    expect([await begun('a'), await begun('a'), await begun('a')]).toEqual([200, 200, 429]);
    expect(bodies[2]?.headers.get('retry-after')).toBe('15');
    expect(await begun('b')).toBe(200);
    gate.resolve();
    for (const body of bodies) await body.text();
    await until('there is room again', async () => (await begun('a')) === 200);
  });

  test('that are left go to organizations that have none', async () => {
    expect([await begun('a'), await begun('a'), await begun('b')]).toEqual([200, 200, 200]);
    expect([await begun('b'), await begun('c'), await begun('d')]).toEqual([429, 200, 429]);
    gate.resolve();
    for (const body of bodies) await body.text();
    await until('there is room again', async () => (await begun('d')) === 200);
  });
});

describe('on several servers', () => {
  let sibling: Notices;
  let others: Downloads;

  beforeEach(async () => {
    sibling = await listenForNotices(url);
    others = new Downloads(LIMITS, sibling.locks);
  });

  afterEach(async () => {
    others.close();
    await sibling.close().catch(() => undefined);
  });

  test('an organization has its slots once, whichever servers it asks at the same moment', async () => {
    const asked = [downloads, others, downloads, others].map((server) => server.begin('a'));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.perOrganization);
    for (const answer of answers) if (answer.status === 'fulfilled') answer.value();
    const freed = () => until('a slot is free', () => others.begin('a').catch(() => null));
    for (const release of [await freed(), await freed()]) release();
  });

  test('the slots of a server that has died are free', async () => {
    await others.begin('a');
    await others.begin('a');
    await expect(downloads.begin('a')).rejects.toThrow('Too many downloads');
    await sibling.close();
    const freed = await until('they are free', () => downloads.begin('a').catch(() => null));
    freed();
  });

  test('a server that cannot ask the others counts its own', async () => {
    await sibling.close();
    const releases = [await others.begin('a'), await others.begin('a')];
    await expect(others.begin('a')).rejects.toThrow('Too many downloads');
    for (const release of releases) release();
    (await others.begin('a'))();
  });
});

test('what nobody takes any more is no longer made', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  for (let times = 1; times <= 3; times++) {
    const leaving = new AbortController();
    const response = await fetch(`${address}/file/a`, { signal: leaving.signal });
    expect(response.status).toBe(200);
    await response.body?.getReader().read();
    leaving.abort();
    gate.resolve();
    await until('it has ended', () => ended === times);
    gate = Promise.withResolvers();
  }
});

test('what a server has not sent to its end when it closes is an error to a client of HTTP/1.0', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /file/a HTTP/1.0\r\n\r\n');
  await once(socket, 'data');
  const end = once(socket, 'end');
  downloads.close();
  await app.close();
  await expect(end).rejects.toThrow('ECONNRESET');
});

describe('a client', () => {
  // The watch of the pace goes by intervals: the tests say how much time passes, however busy the machine is.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    downloads.close();
    downloads = new Downloads(LIMITS, notices.locks);
  });

  afterEach(() => vi.useRealTimers());

  /** Begins an endless download whose client reads nothing until asked to. */
  async function stalled(): Promise<IncomingMessage> {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const response = await new Promise<IncomingMessage>((resolve) => get(`${address}/endless/a`, resolve));
    return response.on('error', () => undefined);
  }

  test('that takes nothing is dropped, which gives its slot back', async () => {
    const response = await stalled();
    expect(response.statusCode).toBe(200);
    await until('it is dropped', () => {
      vi.advanceTimersByTime(PACE.patienceMs / 10);
      return ended === 1;
    });
    for (const release of [await downloads.begin('a'), await downloads.begin('a')]) release();
  });

  test('that takes less than the pace is dropped, however steadily it takes it', async () => {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.write('GET /endless/a HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(socket, 'readable');
    let sips = 0;
    await until('it is dropped', () => {
      if (socket.read(16) !== null) sips++;
      vi.advanceTimersByTime(PACE.patienceMs / 20);
      return ended === 1;
    });
    socket.destroy();
    expect(sips).toBeGreaterThan(10);
  });

  test('that waits for the server keeps its download', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(`${address}/file/a`);
    vi.advanceTimersByTime(2 * PACE.patienceMs);
    gate.resolve();
    expect(await response.text()).toBe('a,b\r\n1,2\r\n');
  });

  test('that keeps the pace keeps its download', async () => {
    const response = await stalled();
    let taken = 0;
    let passedMs = 0;
    response.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      passedMs += 5;
      vi.advanceTimersByTime(5);
    });
    await until(
      'it took much, for longer than the patience',
      () => taken > 8 * 2 ** 20 && passedMs > 2 * PACE.patienceMs,
    );
    expect(ended).toBe(0);
    response.destroy();
    await until('it has ended', () => ended === 1);
  });
});
