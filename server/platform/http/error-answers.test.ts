import { randomUUID } from 'node:crypto';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ErrorReply, errorReply } from '#contract/errors.ts';
import { buildApp } from '#server/app.ts';
import { createLog } from '#server/platform/log.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { withoutDatabase } from '#tests/support/away-database.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { until } from '#tests/support/until.ts';
import { EMBEDDED_CONNECTIONS, sharesOf } from '../db/connection-shares.ts';
import { startThreads } from '../jobs/threads.ts';
import { INSPECT } from '../uploads/inspection-threads.ts';
import { toHttpError } from './error-answers.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

/** Returns the error of a response, checked against the contract and the request id. */
async function errorIn(response: Response): Promise<ErrorReply> {
  expect(response.headers.get('content-type')).toContain('application/json');
  const errorBody = errorReply.strict().parse(await response.json());
  expect(errorBody.requestId).toBe(response.headers.get('x-request-id'));
  return errorBody;
}

function postJson(
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return user.send('/api/login', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Returns a JSON body of exactly this many bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ username: '', password: '' });
  return JSON.stringify({ username: '', password: 'x'.repeat(bytes - empty.length) });
}

describe('a JSON body', () => {
  test('of 1 MB is read, one byte more is too large', async () => {
    const largest = await postJson(bodyOf(1024 * 1024));
    expect(largest.status).toBe(400);
    expect((await errorIn(largest)).field).toBe('password');

    const larger = await postJson(bodyOf(1024 * 1024 + 1));
    expect(larger.status).toBe(413);
    expect((await errorIn(larger)).message).toBe('The request body is too large');
  });

  test.each(['{', '', 'nonsense', '{"username":"a","password":"b",}', '{"__proto__":{"a":1}}'])(
    'that reads %s is malformed',
    async (body) => {
      const response = await postJson(body);
      expect(response.status).toBe(400);
      await errorIn(response);
    },
  );

  test('that is not UTF-8 is malformed, wherever the bytes are', async () => {
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      const body = Buffer.concat([
        Buffer.from('{"username":"a'),
        Buffer.from(bytes),
        Buffer.from('","password":"b"}'),
      ]);
      const response = await postJson(body);
      expect(response.status).toBe(400);
      expect((await errorIn(response)).message).toBe('The request body is not valid UTF-8');
    }
  });

  test('of another type is not taken', async () => {
    const response = await postJson('username=a&password=b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(response.status).toBe(415);
    expect((await errorIn(response)).message).toBe("This content type isn't supported");
  });

  test('that lacks a field is answered with its name', async () => {
    const response = await postJson('{"username":"ada"}');
    expect(response.status).toBe(400);
    expect((await errorIn(response)).field).toBe('password');
  });
});

describe('what is not there', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['DELETE', '/api/leads'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '//'],
    ['GET', '//evil.example/'],
    ['GET', '/nothing.js'],
    ['POST', '/leads'],
  ])('%s %s is answered with 404 in JSON', async (method, path) => {
    const response = await user.send(path, { method });
    expect(response.status).toBe(404);
    expect((await errorIn(response)).message).toBe('Nothing found at this URL');
  });

  test('a path that is no path is answered with 400 in JSON', async () => {
    const response = await user.send('/api/%', {});
    expect(response.status).toBe(400);
    await errorIn(response);
  });
});

test('a query out of bounds is answered with the name of the parameter', async () => {
  const response = await user.send('/api/leads?limit=201', {});
  expect(response.status).toBe(400);
  expect((await errorIn(response)).field).toBe('limit');
});

describe('trouble inside', () => {
  test('while the database is away, calls are answered with 503 and when to try again', async () => {
    await withoutDatabase(app, async () => {
      const response = await user.send('/api/leads', {});
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      const errorBody = await errorIn(response);
      expect(errorBody.message).toBe("The service isn't available right now. Please try again.");
      expect(Object.keys(errorBody).sort()).toEqual(['message', 'requestId']);
    });
    expect((await user.get('/api/leads')).status).toBe(200);
  });

  test('a thread without a database is answered the same', async () => {
    const threads = startThreads({
      urls: { app: 'postgres://nobody@127.0.0.1:1/nothing', owner: 'postgres://nobody@127.0.0.1:1/nothing' },
      shares: sharesOf(EMBEDDED_CONNECTIONS),
    });
    const task = { uploadId: randomUUID(), filename: 'a.csv', size: 1, encoding: 'utf-8' as const };
    const failed = threads.run(INSPECT, user.user.organizationId, task);
    expect(toHttpError(await failed.catch((error: unknown) => error)).error).toBe('unavailable');
    await threads.close();
  });

  test('of the database is told without its words', async () => {
    await app.context.db.owner.query('ALTER TABLE lead_stats RENAME TO gone');
    try {
      const response = await user.send('/api/leads', {});
      expect(response.status).toBe(500);
      expect(JSON.stringify(await errorIn(response))).not.toMatch(/lead_stats|relation|SELECT/);
    } finally {
      await app.context.db.owner.query('ALTER TABLE gone RENAME TO lead_stats');
    }
    expect((await user.get('/api/leads')).status).toBe(200);
  });
});

describe('a client that hangs up while it sends a file', () => {
  const lines: { level: number; msg: string }[] = [];
  const said = (...messages: string[]) => lines.some(({ msg }) => messages.includes(msg));
  let server: Awaited<ReturnType<typeof buildApp>>;
  let url: string;

  beforeAll(async () => {
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
    server = await buildApp({ ...app.context, log });
    url = await server.listen({ port: 0, host: '127.0.0.1' });
  });

  beforeEach(() => {
    lines.length = 0;
  });

  afterAll(() => server.close());

  function beginUpload(): ClientRequest {
    const type = 'multipart/form-data; boundary=b';
    const headers = { cookie: user.cookie ?? '', 'content-type': type, 'content-length': 1_000_000 };
    const sent = httpRequest(`${url}/api/upload`, { method: 'POST', headers }).on('error', () => undefined);
    sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\n');
    return sent;
  }

  test('is not logged as an error', async () => {
    const sent = beginUpload();
    await until('the server has the request', () => said('incoming request'));
    sent.destroy();
    // A connection that breaks before the form is read ends the call as one that is refused.
    await until('the call has ended', () =>
      said('the client hung up', 'request completed', 'request aborted'),
    );
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  });

  test('leaves no call behind, even before its session is known', async () => {
    const { owner } = app.context.db;
    const client = await owner.connect();
    try {
      await client.query('BEGIN; LOCK TABLE sessions');
      const sent = beginUpload();
      await until('the server waits for the session', async () => {
        const { rowCount } = await client.query(
          `SELECT FROM pg_locks WHERE relation = 'sessions'::regclass AND NOT granted`,
        );
        return rowCount === 1;
      });
      sent.destroy();
      await until(
        'the connection is closed',
        () => new Promise((resolve) => server.server.getConnections((_error, count) => resolve(count === 0))),
      );
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await until('the call has ended', () => said('the client hung up'));
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  });
});
