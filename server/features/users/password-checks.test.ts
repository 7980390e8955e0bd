import type { Options } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, type Mock, test, vi } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import { clientOf, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';

// Response times must not reveal whether an account exists. Timing is too coarse to test on a busy machine, so the test
// counts what takes the time: password checks with the same parameters.

const ARGON2 = '@node-rs/argon2';

let app: TestApp;
let hashRaw: Mock<(password: string, options: Options) => Promise<Buffer>>;

beforeAll(async () => {
  // Test files share loaded modules, so a separate server is loaded with the counted hash.
  vi.resetModules();
  const argon2 = await vi.importActual<typeof import('@node-rs/argon2')>(ARGON2);
  hashRaw = vi.fn(argon2.hashRaw as typeof hashRaw);
  vi.doMock(ARGON2, () => ({ ...argon2, hashRaw }));
  const { startTestApp } = await import('#tests/support/app.ts');
  app = await startTestApp({ jobs: false });
  await signUp(app.url, 'ada');
});

afterAll(async () => {
  await app.close();
  vi.doUnmock(ARGON2);
  vi.resetModules();
});

beforeEach(async () => {
  await emptyTables(app.context.db.owner, 'sign_in_attempts');
  hashRaw.mockClear();
});

function signIn(username: string, password: string) {
  return clientOf(app.url).post('/api/login', { username, password });
}

/** Returns the parameters of the hashes that were made. */
function checked(): Omit<Options, 'salt'>[] {
  return hashRaw.mock.calls.map(([, { salt: _, ...parameters }]) => parameters);
}

test.each([
  ['an unknown name', 'nobody', 401],
  ['a wrong password', 'ada', 401],
  ['a name with NUL', 'ad\u0000a', 401],
  ['an empty name', '', 401],
])('%s costs one check of a password', async (_case, username, status) => {
  expect((await signIn(username, 'not the password')).status).toBe(status);
  expect(checked()).toEqual([{ memoryCost: 19_456, timeCost: 2, parallelism: 1 }]);
});

test('of a throttled account nothing is checked, known or not', async () => {
  for (const username of ['ada', 'nobody']) {
    for (let n = 0; n < 10; n++) await signIn(username, 'wrong');
    hashRaw.mockClear();
    expect((await signIn(username, 'wrong')).status).toBe(429);
    expect(checked()).toEqual([]);
  }
});
