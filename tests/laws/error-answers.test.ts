import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { withoutDatabase } from '#tests/support/away-database.ts';
import { clientOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { expectContractError, responseFrom, sendBytes } from '#tests/support/contract-errors.ts';
import { tokensFor } from '#tests/support/programs.ts';

// No error answer leaves the contract's shape, whoever notices the error: the HTTP parser, the router, a hook, a schema,
// a handler, the database, or a stream that was already handed over.

let app: TestApp;
let admin: SignedIn;
let tokenOf: Awaited<ReturnType<typeof tokensFor>>;
/** The same server with a web application and with handlers that fail. */
let failing: { url: string; close(): Promise<void> };
const web = mkdtempSync(join(tmpdir(), 'lead-manager-web-'));

beforeAll(async () => {
  mkdirSync(join(web, 'assets'));
  writeFileSync(join(web, 'index.html'), '<!doctype html>');
  writeFileSync(join(web, 'assets/app.js'), 'let app;');
  app = await startTestApp({ jobs: false, config: { apiRateLimit: 1_000_000 } });
  admin = await signUp(app.url);
  tokenOf = await tokensFor(admin);
  failing = await startFailing();
});

afterAll(async () => {
  await failing.close();
  await app.close();
  rmSync(web, { recursive: true });
});

async function startFailing() {
  const server = await buildApp(app.context, { webRoot: web });
  server.get('/api/fails/throws', async () => {
    throw new Error('secret');
  });
  server.get('/api/fails/throws-text', async () => {
    throw 'secret';
  });
  server.get('/api/fails/after-send', async (_request, reply) => {
    const body = Readable.from(failsAtOnce());
    reply
      .header('content-disposition', 'attachment; filename="leads.csv"')
      .header('x-total-count', 3)
      .header('etag', '"x"')
      .type('text/csv');
    return reply.send(body);
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => server.close() };
}

// biome-ignore lint/correctness/useYield: it fails before the first chunk.
async function* failsAtOnce(): AsyncGenerator<string> {
  throw new Error('secret');
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);
const pathOf = ({ path }: Endpoint): string => path.replaceAll(/:\w+/g, () => randomUUID());
const formOf = ({ path }: Pick<Endpoint, 'path'>) => (path.startsWith('/api/v1/') ? 'public' : 'own');

/** Calls an endpoint as someone who may. */
function call(endpoint: Endpoint, init: RequestInit = {}, query = ''): Promise<Response> {
  const headers = new Headers(init.headers);
  if (takesToken(endpoint.access)) headers.set('authorization', `Bearer ${tokenOf(endpoint.access)}`);
  return clientOf(app.url, admin.cookie).send(`${pathOf(endpoint)}${query}`, {
    method: endpoint.method,
    ...init,
    headers,
  });
}

const json = { 'content-type': 'application/json' };
const withJson = API.filter(({ input, body }) => input.body !== undefined && body !== 'multipart');

describe.each(named(withJson))('%s', (_name, endpoint) => {
  test.each([
    ['malformed', 400, '{'],
    ['empty', 400, ''],
    ['not UTF-8', 400, Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['too large', 413, `"${'x'.repeat(10 * 2 ** 20)}"`],
  ])('refuses a body that is %s', async (_how, status, body) => {
    await expectContractError(await call(endpoint, { headers: json, body }), status, formOf(endpoint));
  });

  test('refuses a body of another type', async () => {
    const init = { headers: { 'content-type': 'text/csv' }, body: 'a,b' };
    await expectContractError(await call(endpoint, init), 415, formOf(endpoint));
  });
});

describe.each(named(API.filter(({ body }) => body === 'multipart')))('%s', (_name, endpoint) => {
  test.each([
    ['of another type', 415, json, '{}'],
    ['without a boundary', 400, { 'content-type': 'multipart/form-data' }, 'x'],
    [
      'that ends in the middle',
      400,
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-',
    ],
  ])('refuses a form %s', async (_how, status, headers, body) => {
    await expectContractError(await call(endpoint, { headers, body }), status);
  });
});

describe.each(named(API.filter(({ input }) => input.query !== undefined)))('%s', (_name, endpoint) => {
  test('refuses a query parameter that it does not know', async () => {
    const takesJson = endpoint.input.body !== undefined && endpoint.body !== 'multipart';
    const init = takesJson ? { headers: json, body: '{}' } : {};
    const body = await expectContractError(await call(endpoint, init, '?colour=red'), 400, formOf(endpoint));
    expect(body.field).toBe('colour');
  });
});

describe.each(named(API.filter(({ access }) => access !== 'public')))('%s', (_name, endpoint) => {
  test('refuses a visitor', async () => {
    const visitor = clientOf(app.url).send(pathOf(endpoint), { method: endpoint.method });
    await expectContractError(await visitor, 401, formOf(endpoint));
  });
});

const stored = API.filter(({ access }) => access !== 'public');

/** Bodies of the calls that read them before they ask the database. */
const BODIES: Record<string, unknown> = {
  'POST /api/v1/leads': { email: 'ada@example.com' },
  'PATCH /api/v1/leads': { identifier: { email: 'ada@example.com' }, data: { city: 'London' } },
  'POST /api/v1/leads/batch': { leads: [{ email: 'ada@example.com' }] },
  'POST /api/v1/outcomes': { leadId: randomUUID(), outcome: 'accepted' },
  'POST /api/v1/suppression-lists': { name: 'Theirs' },
  'POST /api/v1/suppressions': { entries: ['ada@example.com'] },
  'POST /api/v1/suppressions/check': { entries: ['ada@example.com'] },
};

function validCall(endpoint: Endpoint): Promise<Response> {
  const body = BODIES[nameOf(endpoint)];
  return call(endpoint, body === undefined ? {} : { headers: json, body: JSON.stringify(body) });
}

describe('no error answer leaves the shape', () => {
  test('while the database is away, of any call', async () => {
    await withoutDatabase(app, async () => {
      for (const endpoint of stored)
        await expectContractError(await validCall(endpoint), 503, formOf(endpoint));
    });
    expect((await admin.get('/api/leads')).status).toBe(200);
  });

  test('when a statement fails, of any call', async () => {
    const { owner } = app.context.db;
    // Sessions are looked up for every call of the screens; programs read and write leads.
    const tables = [
      'users',
      'leads',
      'lead_index',
      'lead_sales',
      'suppression_lists',
      'suppression_settings',
      'suppression_counts',
      'suppressions',
    ];
    const rename = async (from: string, to: string): Promise<void> => {
      for (const table of tables) await owner.query(`ALTER TABLE ${from}${table} RENAME TO ${to}${table}`);
    };
    await rename('', 'no_');
    try {
      for (const endpoint of stored) {
        const { message } = await expectContractError(await validCall(endpoint), 500, formOf(endpoint));
        expect(message).toBe(
          'An unexpected error occurred on our side. Please try again or contact support.',
        );
      }
    } finally {
      await rename('no_', '');
    }
  });

  test.each(['throws', 'throws-text', 'after-send'])('of a handler that fails: %s', async (how) => {
    const response = await fetch(`${failing.url}/api/fails/${how}`);
    const { message } = await expectContractError(response, 500);
    expect(message).toBe('An unexpected error occurred on our side. Please try again or contact support.');
  });

  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/api', 404],
    ['GET', '/api?x', 404],
    ['GET', '/API/nothing', 404],
    ['GET', '/api%2fnothing', 404],
    ['GET', '/%61pi/nothing', 404],
    ['DELETE', '/api/leads', 404],
    ['PROPFIND', '/api/leads', 404],
    ['OPTIONS', '/api/leads', 404],
    ['POST', '/leads', 404],
    ['GET', '//evil.example/', 404],
    ['GET', '/assets/gone.js', 404],
    ['GET', '/assets/../../package.json', 404],
    ['GET', '/assets/%2e%2e%2f%2e%2e%2fpackage.json', 404],
    ['GET', '/.env', 404],
    ['GET', '/assets/app.js%00', 404],
    ['GET', '/api/%', 400],
    ['GET', '/%c0%af', 400],
    ['GET', `/api/leads/${'x'.repeat(5_000)}`, 404],
  ])('%s %s', async (method, path, status) => {
    const answer = await sendBytes(
      failing.url,
      `${method} ${path} HTTP/1.1\r\nHost: ${new URL(failing.url).host}\r\nConnection: close\r\n\r\n`,
    );
    await expectContractError(responseFrom(answer), status);
  });

  test.each([
    ['GET', '/api/v1/nothing'],
    ['DELETE', '/api/v1/leads'],
  ])('of the public API, %s %s', async (method, path) => {
    await expectContractError(await fetch(`${app.url}${path}`, { method }), 404, 'public');
  });

  const HOST = 'Host: x\r\n';
  test.each([
    ['no HTTP', 400, 'nonsense\r\n\r\n'],
    ['an unknown method', 400, `FLY / HTTP/1.1\r\n${HOST}\r\n`],
    ['a header without a colon', 400, `GET / HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`],
    [
      'two lengths',
      400,
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    ['a broken chunk', 400, `POST /api/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['headers of 20 KB', 431, `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['no Host', 400, 'GET /api/user HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an expectation', 401, `GET /api/user HTTP/1.1\r\n${HOST}Expect: wonders\r\nConnection: close\r\n\r\n`],
    [
      'a precondition of a file',
      400,
      `GET /assets/app.js HTTP/1.1\r\n${HOST}If-Match: "x"\r\nConnection: close\r\n\r\n`,
    ],
  ])('for %s on the wire', async (_what, status, bytes) => {
    await expectContractError(responseFrom(await sendBytes(failing.url, bytes)), status);
  });

  test('in the midst of another answer: there it ends the connection', async () => {
    const events = `GET /api/events HTTP/1.1\r\n${HOST}Cookie: ${admin.cookie}\r\n\r\n`;
    const answer = await sendBytes(app.url, `${events}nonsense\r\n\r\n`);
    expect(answer.split('HTTP/1.1 ').length).toBe(2);
  });
});

describe('a file of the web application', () => {
  test.each(['bytes=abc', 'bytes=999-', 'bytes=5-1', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2'])(
    'is served whole with Range: %s',
    async (range) => {
      for (const path of ['/', '/assets/app.js', '/leads']) {
        const response = await fetch(`${failing.url}${path}`, { headers: { range } });
        expect([path, response.status, (await response.text()).length > 0]).toEqual([path, 200, true]);
      }
    },
  );
});
