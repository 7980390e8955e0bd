import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { errorReply } from '#contract/errors.ts';
import { publicError } from '#contract/public-errors.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague } from '#tests/support/calls.ts';
import { type Client, clientOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { CONDITION_HANGS_MS } from '#tests/support/limits.ts';
import { tokensFor } from '#tests/support/programs.ts';
import { type HostileRequest, hostileRequests } from './hostile-requests.ts';

// Every endpoint must answer any input from any caller in time, without a server error and without leaking internals.

/** Number of requests to each endpoint by each kind of caller. */
const RUNS = 10;
const SEED = 20_261_120;
/** Matches text that leaks internals: stack traces, file paths, SQL statements and database errors. */
const INSIDES =
  /\n\s+at \S+ |node_modules|file:\/\/|\/server\/|\.ts:\d+|DatabaseError|SQLSTATE|syntax error at|violates |duplicate key|invalid input syntax|relation "|lead_staging|pg_catalog|ZodError|FST_ERR/;

let app: TestApp;
let admin: SignedIn;
let user: SignedIn;
let tokenOf: Awaited<ReturnType<typeof tokensFor>>;

beforeAll(async () => {
  app = await startTestApp({ config: { apiRateLimit: 1_000_000 } });
  admin = await signUp(app.url, 'hostile admin');
  user = await addColleague(app, admin, 'hostile user');
  tokenOf = await tokensFor(admin);
});

afterAll(() => app.close());

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

type Role = 'anonymous' | 'user' | 'admin';

/** Returns a caller with this role, with a session of its own if the call may end it. */
async function callerOf(role: Role, endpoint: Endpoint): Promise<Client> {
  if (role === 'anonymous') return clientOf(app.url);
  if (/logout|password|sessions|2fa|users/.test(endpoint.path)) return signUp(app.url);
  return clientOf(app.url, (role === 'admin' ? admin : user).cookie);
}

async function send(client: Client, endpoint: Endpoint, request: HostileRequest): Promise<Response> {
  const headers = new Headers(request.headers);
  if (takesToken(endpoint.access) && client.cookie !== null)
    headers.set('authorization', `Bearer ${tokenOf(endpoint.access)}`);
  return client.send(request.path, {
    method: endpoint.method,
    headers,
    ...(request.body !== undefined && { body: request.body }),
    signal: AbortSignal.timeout(CONDITION_HANGS_MS),
  });
}

/** Reads the body of a response, or the first chunk of an endless event stream. */
async function read(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const first = await response.body?.getReader().read();
  return new TextDecoder().decode(first?.value);
}

async function expectHarmless(client: Client, endpoint: Endpoint, request: HostileRequest): Promise<void> {
  const response = await send(client, endpoint, request);
  const text = await read(response);
  expect(response.status, text).toBeLessThan(500);
  expect(text).not.toMatch(INSIDES);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('x-powered-by')).toBeNull();
  if (response.status < 400) return;
  const form = request.path.startsWith('/api/v1/') ? publicError : errorReply;
  form.strict().parse(JSON.parse(text));
}

describe.each(['anonymous', 'user', 'admin'] as const)('anything, sent by %s', (role) => {
  test.each(API.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_name, endpoint) => {
    const client = await callerOf(role, endpoint);
    await fc.assert(
      fc.asyncProperty(hostileRequests(endpoint), (request) => expectHarmless(client, endpoint, request)),
      { seed: SEED + API.indexOf(endpoint), numRuns: RUNS, endOnFailure: true },
    );
  });
});
