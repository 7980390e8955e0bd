import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, takesToken } from '#contract/endpoint.ts';
import { errorReply } from '#contract/errors.ts';
import { createPublicLeads } from '#contract/public-api.ts';
import { publicError } from '#contract/public-errors.ts';
import { publicAddSuppressions, publicCheckSuppressions } from '#contract/suppressions.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { tokensFor } from '#tests/support/programs.ts';

// Requests whose envelope is false: from another site, for another host, of a size that nobody needs.

let app: TestApp;
let admin: SignedIn;
let tokenOf: Awaited<ReturnType<typeof tokensFor>>;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  admin = await signUp(app.url);
  tokenOf = await tokensFor(admin);
});

afterAll(() => app.close());

const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const pathOf = ({ path }: Endpoint): string => path.replaceAll(/:\w+/g, () => randomUUID());

const changing = API.filter(({ method, access }) => method !== 'GET' && !takesToken(access));

describe.each(named(changing))('from another site, %s', (_name, endpoint) => {
  test.each([
    ['by its Origin', { origin: 'https://evil.test' }],
    ['by an Origin without a name', { origin: 'null' }],
    ['by the Origin of another port', { origin: 'http://127.0.0.1:1' }],
  ])('is refused %s, cookie or not', async (_how, headers: Record<string, string>) => {
    const response = await admin.send(pathOf(endpoint), { method: endpoint.method, headers });
    expect(response.status).toBe(403);
    const { message } = errorReply.parse(await response.json());
    expect(message).toBe('This request came from another site and was blocked');
  });

  test('is refused by what the browser says of the site', async () => {
    const response = await fetch(`${app.url}${pathOf(endpoint)}`, {
      method: endpoint.method,
      headers: { cookie: admin.cookie ?? '', 'sec-fetch-site': 'cross-site' },
    });
    expect(response.status).toBe(403);
  });
});

describe('for another host', () => {
  const ask = (path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(`${app.url}${path}`, { headers }, (response) => {
        let text = JSON.stringify(response.headers);
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on('error', reject).end();
    });

  test.each(['/', '/api/user', '/api/registration', '/api/v1/openapi.json', '/api/v1/leads', '/nothing.js'])(
    '%s says nothing of that host',
    async (path) => {
      const forged = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
      const { status, text } = await ask(path, forged);
      expect(status).toBeLessThan(500);
      expect(text).not.toContain('evil.test');
    },
  );

  test('a forwarded address is not believed', async () => {
    const { text } = await ask('/api/my-ip', {
      cookie: admin.cookie ?? '',
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    });
    expect(text).toContain('"ip":"127.0.0.1"');
  });
});

const withBody = API.filter(
  ({ input, body, access }) => input.body !== undefined && body !== 'multipart' && access !== 'public',
);

/** Calls that take many leads or entries at once. */
const LARGE = new Set<unknown>([createPublicLeads, publicAddSuppressions, publicCheckSuppressions]);

describe.each(named(withBody))('a body that is too large for %s', (_name, endpoint) => {
  const limit = LARGE.has(endpoint) ? 10 * 2 ** 20 : 2 ** 20;
  const send = (headers: Record<string, string>) =>
    fetch(`${app.url}${pathOf(endpoint)}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...headers },
      body: `"${'x'.repeat(limit)}"`,
    });

  test('is refused with 413', async () => {
    const response = await send(
      takesToken(endpoint.access)
        ? { authorization: `Bearer ${tokenOf(endpoint.access)}` }
        : { cookie: admin.cookie ?? '' },
    );
    expect(response.status).toBe(413);
    const form = takesToken(endpoint.access) ? publicError : errorReply;
    expect(form.parse(await response.json()).message).toBe('The request body is too large');
  });

  test('is not even read for who may not call', async () => {
    expect((await send({})).status).toBe(401);
  });
});

test.each([65, 1_000, 200_000])(
  'a batch nested %i levels deep, with an Idempotency-Key: is refused as input',
  async (depth) => {
    const response = await admin.send(createPublicLeads.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokenOf(createPublicLeads.access)}`,
        'idempotency-key': `deep-${depth}`,
      },
      body: `{"leads":[${'['.repeat(depth)}${']'.repeat(depth)}]}`,
    });
    expect(response.status).toBe(400);
    expect(publicError.parse(await response.json()).message).toBe(
      'The request body is nested deeper than 64 levels',
    );
  },
);
