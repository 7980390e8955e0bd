import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

const ANSWERS = [
  ['an answer', '/api/registration', 'GET'],
  ['an error', '/api/user', 'GET'],
  ['a call that is none', '/api/nothing', 'GET'],
  ['a page', '/auth', 'GET'],
  ['a file that is none', '/nothing.js', 'GET'],
  ['a method that is none here', '/api/login', 'DELETE'],
] as const;

describe.each(ANSWERS)('%s', (_case, path, method) => {
  test('runs no inline script, nothing from elsewhere and in no frame', async () => {
    const { headers } = await fetch(`${app.url}${path}`, { method });
    const policy = Object.fromEntries(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ');
        return [name, sources];
      }),
    );
    expect(policy['default-src']).toEqual(["'self'"]);
    expect(policy['script-src'] ?? policy['default-src']).toEqual(["'self'"]);
    expect(policy['script-src-attr'] ?? policy['default-src']).not.toContain("'unsafe-inline'");
    expect(policy['object-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  test('carries a request id and tells browsers not to guess', async () => {
    const { headers } = await fetch(`${app.url}${path}`, { method });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

test('answers of the API are kept by no cache', async () => {
  const { headers } = await fetch(`${app.url}/api/registration`);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a request id that a caller makes up is not taken over', async () => {
  const { headers } = await fetch(`${app.url}/healthz`, { headers: { 'x-request-id': 'mine' } });
  expect(headers.get('x-request-id')).not.toBe('mine');
});
