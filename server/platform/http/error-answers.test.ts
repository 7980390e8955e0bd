import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ErrorReply, errorReply } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

/** Returns the error of a response, checked against the contract and the request id. */
async function refusalIn(response: Response): Promise<ErrorReply> {
  expect(response.headers.get('content-type')).toContain('application/json');
  const refusal = errorReply.strict().parse(await response.json());
  expect(refusal.requestId).toBe(response.headers.get('x-request-id'));
  return refusal;
}

function postJson(body: string, headers: Record<string, string> = {}): Promise<Response> {
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
    expect((await refusalIn(largest)).field).toBe('password');

    const larger = await postJson(bodyOf(1024 * 1024 + 1));
    expect(larger.status).toBe(413);
    expect((await refusalIn(larger)).message).toBe('The request body is too large');
  });

  test.each(['{', '', 'nonsense', '{"username":"a","password":"b",}', '{"__proto__":{"a":1}}'])(
    'that reads %s is malformed',
    async (body) => {
      const response = await postJson(body);
      expect(response.status).toBe(400);
      await refusalIn(response);
    },
  );

  test('of another type is not taken', async () => {
    const response = await postJson('username=a&password=b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(response.status).toBe(415);
    expect((await refusalIn(response)).message).toBe('This content type is not taken here');
  });

  test('that lacks a field is answered with its name', async () => {
    const response = await postJson('{"username":"ada"}');
    expect(response.status).toBe(400);
    expect((await refusalIn(response)).field).toBe('password');
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
    expect((await refusalIn(response)).message).toBe('There is nothing here');
  });

  test('a path that is no path is answered with 400 in JSON', async () => {
    const response = await user.send('/api/%', {});
    expect(response.status).toBe(400);
    await refusalIn(response);
  });
});

test('a query out of bounds is answered with the name of the parameter', async () => {
  const response = await user.send('/api/leads?limit=201', {});
  expect(response.status).toBe(400);
  expect((await refusalIn(response)).field).toBe('limit');
});

describe('trouble inside', () => {
  test('is told without a word about the inside', async () => {
    const { urls } = app.context.db;
    const name = new URL(urls.owner).pathname.slice(1);
    const database = pg.escapeIdentifier(name);
    const elsewhere = new pg.Client({ connectionString: new URL('/postgres', urls.owner).href });
    await elsewhere.connect();
    // This database alone: other tests use the same role.
    try {
      await elsewhere.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
      await elsewhere.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = $2',
        [name, new URL(urls.app).username],
      );
      const response = await user.send('/api/leads', {});
      expect(response.status).toBe(500);
      const refusal = await refusalIn(response);
      expect(refusal.message).toBe('Something went wrong on our side. Please try again.');
      expect(Object.keys(refusal).sort()).toEqual(['message', 'requestId']);
    } finally {
      await elsewhere.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
      await elsewhere.end();
    }
    expect((await user.get('/api/leads')).status).toBe(200);
  });

  test('of the database is told without its words', async () => {
    await app.context.db.owner.query('ALTER TABLE lead_stats RENAME TO gone');
    try {
      const response = await user.send('/api/leads', {});
      expect(response.status).toBe(500);
      expect(JSON.stringify(await refusalIn(response))).not.toMatch(/lead_stats|relation|SELECT/);
    } finally {
      await app.context.db.owner.query('ALTER TABLE gone RENAME TO lead_stats');
    }
    expect((await user.get('/api/leads')).status).toBe(200);
  });
});
