import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takesToken } from '#contract/endpoint.ts';
import type { ErrorReply } from '#contract/errors.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false, config: { publicUrl: 'https://leads.example.com/app' } });
  user = await signUp(app.url);
});

afterAll(() => app.close());

/** Sends a state-changing call with exactly these headers and the session cookie. */
function post(path: string, headers: Record<string, string>, method = 'POST'): Promise<Response> {
  return fetch(`${app.url}${path}`, { method, headers: { cookie: user.cookie ?? '', ...headers } });
}

// Browsers never attach a token by themselves, so these calls need no origin check.
const changing = API.filter(({ method, access }) => method !== 'GET' && !takesToken(access)).map(
  ({ method, path }) => [method, path] as const,
);

describe('a changing call', () => {
  test.each(changing)('%s %s from another site is refused', async (method, path) => {
    const response = await post(path, { origin: 'https://evil.example' }, method);
    expect(response.status).toBe(403);
    const body = (await response.json()) as ErrorReply;
    expect(body.message).toBe('This request came from another site and was blocked');
    expect(body.requestId).toBe(response.headers.get('x-request-id'));
  });

  test.each([
    ['no origin at all', 'null'],
    ['the same host under another scheme', 'https://HOST'],
    ['another port', 'http://127.0.0.1:1'],
    ['a longer name', 'http://HOST.evil.example'],
    ['the public host under another scheme', 'http://leads.example.com'],
    ['no URL', 'nonsense'],
  ])('with %s for its origin is refused', async (_case, origin) => {
    const own = new URL(app.url).host;
    expect((await post('/api/logout', { origin: origin.replace('HOST', own) })).status).toBe(403);
  });

  test.each(['cross-site', 'same-site', 'nonsense'])(
    'without an origin that a browser calls %s is refused',
    async (site) => {
      expect((await post('/api/logout', { 'sec-fetch-site': site })).status).toBe(403);
    },
  );

  test('leaves the session as it was when it is refused', async () => {
    expect((await user.get('/api/user')).status).toBe(200);
  });

  test.each([
    ['that is no browser', {}],
    ['typed in by the user', { 'sec-fetch-site': 'none' }],
    ['of the own site', { 'sec-fetch-site': 'same-origin' }],
    ['of the own site, with its origin', { origin: 'OWN', 'sec-fetch-site': 'same-origin' }],
    ['of the public address', { origin: 'https://leads.example.com' }],
  ])('%s is taken', async (_case, headers) => {
    const session = await signUp(app.url);
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value === 'OWN' ? app.url : value]),
    );
    expect((await post('/api/logout', { ...given, cookie: session.cookie ?? '' })).status).toBe(200);
  });
});

test('an export that a link of another site starts is refused', async () => {
  const from = (site: string) =>
    fetch(`${app.url}/api/leads/export`, { headers: { cookie: user.cookie ?? '', 'sec-fetch-site': site } });
  for (const site of ['cross-site', 'same-site']) expect((await from(site)).status).toBe(403);
  for (const site of ['same-origin', 'none']) expect((await from(site)).status).toBe(200);
});

test('a reading call: needs no origin, and is refused where a browser calls it cross-site', async () => {
  const read = (site: Record<string, string>) =>
    fetch(`${app.url}/api/user`, {
      headers: { cookie: user.cookie ?? '', origin: 'https://evil.example', ...site },
    });
  const response = await read({});
  expect(response.status).toBe(200);
  // But no page of another site may read the response.
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect((await read({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});
