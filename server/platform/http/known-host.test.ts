import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false, config: { publicUrl: 'https://leads.example.com' } });
});
afterAll(() => app.close());

/** Sends a request under a name that resolves to this server, as a browser does; fetch sets the Host by itself. */
function statusOf(
  method: string,
  path: string,
  host: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    httpRequest(`${app.url}${path}`, { method, headers: { host, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

const KNOWN = [
  '127.0.0.1:3000',
  'localhost',
  '[::1]:3000',
  'server:3000',
  'leads.local',
  'leads.example.com',
];
const UNKNOWN = ['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example'];

test.each(KNOWN)('the figures for %s: are answered on this machine', async (host) => {
  expect(await statusOf('GET', '/metrics', host)).toBe(200);
});

test.each(UNKNOWN)('the figures for %s, a name of another site: are refused', async (host) => {
  expect(await statusOf('GET', '/metrics', host)).toBeGreaterThanOrEqual(400);
});

test.each(UNKNOWN)('a call for %s with the same origin: is refused', async (host) => {
  const headers = { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  expect(await statusOf('POST', '/api/login', host, headers)).toBe(403);
});

test.each(KNOWN.filter((host) => host !== 'leads.example.com'))(
  'a call for %s with the same origin: is taken',
  async (host) => {
    expect(await statusOf('POST', '/api/login', host, { origin: `http://${host}` })).toBe(400);
  },
);
