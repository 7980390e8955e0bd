import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicError } from '#contract/public-errors.ts';
import { type ApiToken, apiToken } from '#contract/tokens.ts';
import { newApiToken } from '#server/platform/security/api-tokens.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ config: { apiRateLimit: 1000 } });
  admin = await signUp(app.url);
  other = await signUp(app.url);
});

afterAll(() => app.close());

const LEAD = { email: 'mine@example.com' };
const UPDATE = { identifier: LEAD, data: { city: 'x' } };

/** Every public API endpoint that requires a token, each with a valid body. */
const CALLS = [
  ['POST', '/leads', LEAD],
  ['PATCH', '/leads', UPDATE],
  ['GET', '/leads', undefined],
  ['POST', '/leads/batch', { leads: [LEAD] }],
] as const;

async function errorsOf(program: Program, calls: readonly (typeof CALLS)[number][] = CALLS) {
  const answers = await Promise.all(calls.map(([method, path, body]) => program.call(method, path, body)));
  return answers.map(({ status, headers, body }) => {
    const { error, message, requestId } = publicError.strict().parse(body);
    expect(requestId).toBe(headers.get('x-request-id'));
    expect(headers.get('ratelimit-limit')).toBe('1000');
    return { status, error, message };
  });
}

/** Returns the id of a token by its name. */
async function idOf(name: string): Promise<string> {
  const { body } = await admin.get<ApiToken[]>('/api/tokens');
  return body.find((token) => token.name === name)?.id ?? '';
}

describe('a call is refused', () => {
  const unauthorized = {
    status: 401,
    error: 'unauthorized',
    message: 'Missing, invalid or expired API token',
  };

  test.each([
    ['without a token', () => null],
    ['with a token of another form', () => 'lm_short'],
    ['with a mistyped token', () => `${newApiToken().token.slice(0, -1)}!`],
    ['with a token that nobody has', () => newApiToken().token],
  ])('%s', async (_what, token) => {
    const answers = await errorsOf(programOf(app.url, token()));
    expect(answers).toEqual(CALLS.map(() => unauthorized));
  });

  test('with a cookie, which is no token', async () => {
    const response = await admin.send('/api/v1/leads', {});
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('by the screens, with a token, which is no session', async () => {
    const token = await tokenFor(admin);
    const response = await fetch(`${app.url}/api/leads`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(401);
  });

  test('with a token that has expired', async () => {
    const program = programOf(app.url, await tokenFor(admin, { name: 'brief' }));
    expect((await program.call('GET', '/leads')).status).toBe(200);
    const fresh = await tokenFor(admin, { name: 'expired' });
    await app.context.db.owner.query(
      "UPDATE api_tokens SET expires_at = now() - interval '1 s' WHERE name = 'expired'",
    );
    expect(await errorsOf(programOf(app.url, fresh))).toEqual(CALLS.map(() => unauthorized));
  });

  test('with a token from the moment on that it is revoked', async () => {
    const program = programOf(app.url, await tokenFor(admin, { name: 'doomed' }));
    expect((await program.call('GET', '/leads')).status).toBe(200);
    expect((await call(admin, 'DELETE', `/api/tokens/${await idOf('doomed')}`)).status).toBe(200);
    expect(await errorsOf(program)).toEqual(CALLS.map(() => unauthorized));
  });

  test('with a token that lacks the scope', async () => {
    const reading = programOf(app.url, await tokenFor(admin, { scopes: 'read' }));
    const writing = programOf(app.url, await tokenFor(admin, { scopes: 'write' }));
    const forbidden = (scope: string) => ({
      status: 403,
      error: 'forbidden',
      message: `This token doesn't have the ${scope} permission`,
    });
    const [create, update, list, batch] = CALLS;
    expect(await errorsOf(reading, [create, update, batch])).toEqual(Array(3).fill(forbidden('write')));
    expect(await errorsOf(writing, [list])).toEqual([forbidden('read')]);
    expect((await reading.call('GET', '/leads')).status).toBe(200);
    expect((await writing.call('POST', '/leads', LEAD)).status).toBe(201);
  });

  test('from an address that is not on the allow-list of the organization', async () => {
    const organization = await signUp(app.url);
    const program = programOf(app.url, await tokenFor(organization));
    await app.context.db.owner.query(
      "INSERT INTO ip_whitelist (organization_id, id, ip_address) VALUES ($1, $2, '203.0.113.0/24')",
      [organization.user.organizationId, randomUUID()],
    );
    expect(await errorsOf(program)).toEqual(
      CALLS.map(() => ({
        status: 403,
        error: 'forbidden',
        message: "Access from your IP address isn't allowed",
      })),
    );
  });

  test('where there is nothing', async () => {
    const answer = await programOf(app.url, null).call('GET', '/nothing');
    expect([answer.status, publicError.strict().parse(answer.body).error]).toEqual([404, 'not_found']);
    expect(answer.headers.get('ratelimit-remaining')).not.toBeNull();
  });
});

test("another organization's leads are not found, nor in the way", async () => {
  const { id } = await makeLead(other, { email: 'theirs@example.com' });
  const program = programOf(app.url, await tokenFor(admin));
  const identifier = { email: 'theirs@example.com' };
  expect((await program.call('PATCH', '/leads', { identifier, data: { city: 'x' } })).status).toBe(404);
  expect(JSON.stringify((await program.call('GET', '/leads?search=theirs')).body)).not.toContain(id);
  expect((await program.call('POST', '/leads', identifier)).status).toBe(201);
  const { body } = await program.call<{ results: { status: string }[] }>('POST', '/leads/batch', {
    leads: [{ email: 'THEIRS@example.com', city: 'x' }],
  });
  expect(body.results).toMatchObject([{ status: 'duplicate' }]);
  expect(JSON.stringify(body)).not.toContain(id);
});

test('the last use of a token is noted, once a minute', async () => {
  const program = programOf(app.url, await tokenFor(admin, { name: 'used' }));
  const lastUse = async () => {
    const { body } = await admin.get<ApiToken[]>('/api/tokens');
    return body.find(({ name }) => name === 'used')?.lastUsedAt ?? null;
  };
  expect(await lastUse()).toBeNull();
  await program.call('GET', '/leads');
  const first = await until('the use was noted', lastUse);
  await program.call('GET', '/leads');
  expect(await lastUse()).toBe(first);
});

describe('the rate limit', () => {
  let limited: TestApp;
  let organization: SignedIn;

  beforeAll(async () => {
    limited = await startTestApp({ config: { apiRateLimit: 3 }, jobs: false });
    organization = await signUp(limited.url);
  });

  afterAll(() => limited.close());

  test('counts the requests of a token, refused ones too', async () => {
    const program = programOf(limited.url, await tokenFor(organization));
    const answers = [
      await program.call('GET', '/leads'),
      await program.call('POST', '/leads', {}),
      await program.call('GET', '/nothing'),
      await program.call('GET', '/leads'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    const last = answers.at(-1);
    expect(publicError.strict().parse(last?.body)).toMatchObject({
      error: 'rate_limited',
      message: 'Rate limit exceeded',
    });
    const wait = Number(last?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(last?.headers.get('ratelimit-reset')).toBe(String(wait));
    // Another token has a limit of its own.
    expect((await programOf(limited.url, await tokenFor(organization)).call('GET', '/leads')).status).toBe(
      200,
    );
  });

  test('counts requests without a valid token by their address', async () => {
    const answers = [];
    for (const token of [null, newApiToken().token, 'nonsense', newApiToken().token]) {
      answers.push(await programOf(limited.url, token).call('GET', '/leads'));
    }
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    // A caller with a token isn't throttled by another client at the same address that has none.
    expect((await programOf(limited.url, await tokenFor(organization)).call('GET', '/leads')).status).toBe(
      200,
    );
  });
});

describe('tokens', () => {
  test('are shown once, and only their hash is stored', async () => {
    const input = { name: ' crm ', expiresAt: '2100-01-01T00:00:00+02:00' };
    const { status, body } = await admin.post<ApiToken & { fullToken: string }>('/api/tokens', input);
    expect(status).toBe(201);
    const { fullToken, ...token } = body;
    expect(fullToken).toMatch(/^lm_[0-9A-Za-z]{38}$/);
    expect(apiToken.strict().parse(token)).toMatchObject({
      name: 'crm',
      tokenPrefix: fullToken.slice(0, 11),
      scopes: 'read,write',
      createdBy: admin.user.username,
      lastUsedAt: null,
      expiresAt: '2099-12-31T22:00:00.000Z',
      revokedAt: null,
    });
    const listed = await admin.get<ApiToken[]>('/api/tokens');
    expect(listed.body[0]).toEqual(token);
    const { rows } = await app.context.db.owner.query('SELECT t::text AS row FROM api_tokens t');
    expect(JSON.stringify(rows)).not.toContain(fullToken.slice(11));
    const [entry] = await auditOf(app, admin.user.organizationId, 'create_token').then((all) =>
      all.slice(-1),
    );
    expect(entry?.resource).toBe('crm');
    expect(JSON.stringify(entry)).not.toContain(fullToken.slice(3, 20));
  });

  test('that are revoked are not listed, and their leads stay', async () => {
    const program = programOf(app.url, await tokenFor(admin, { name: 'gone' }));
    await program.call('POST', '/leads', { email: 'stays@example.com' });
    const id = await idOf('gone');
    expect((await call(admin, 'DELETE', `/api/tokens/${id}`)).body).toEqual({
      message: 'The token was revoked',
    });
    expect(await idOf('gone')).toBe('');
    expect((await call(admin, 'DELETE', `/api/tokens/${id}`)).status).toBe(404);
    const { body } = await admin.get<{ total: number }>('/api/leads?search=stays');
    expect(body.total).toBe(1);
    expect(await auditOf(app, admin.user.organizationId, 'revoke_token')).toContainEqual(
      expect.objectContaining({ resource: 'gone', username: admin.user.username }),
    );
  });

  test.each([
    [{ name: ' ' }, 'name', 'name: Please enter a token name'],
    [{}, 'name', /^name: /],
    [{ name: 'x', scopes: 'admin' }, 'scopes', /^scopes: /],
    [{ name: 'x', expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt', 'The expiry must be in the future'],
    [{ name: 'x', expiresAt: 'soon' }, 'expiresAt', /^expiresAt: /],
  ])('are refused for %j', async (input, field, message) => {
    const { status, body } = await admin.post<{ field: string; message: string }>('/api/tokens', input);
    expect([status, body.field]).toEqual([400, field]);
    expect(body.message).toMatch(message);
  });
});
