import { afterAll, beforeAll, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { clientOf, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';

// Response times must not reveal whether an account exists. Timing is too coarse to test on a busy machine, so the test
// counts what takes the time: password checks with the same parameters.

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

let app: TestApp;
let verify: Mock<(hash: string, password: string) => Promise<boolean>>;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  await signUp(app.url, 'ada');
  verify = vi.mocked((await import('@node-rs/argon2')).verify) as typeof verify;
  // The first unknown name creates the hash that all later ones are checked against.
  await signIn('nobody', 'x');
});

afterAll(() => app.close());

beforeEach(async () => {
  await emptyTables(app.context.db.owner, 'sign_in_attempts');
  verify.mockClear();
});

function signIn(username: string, password: string) {
  return clientOf(app.url).post('/api/login', { username, password });
}

/** Returns algorithm and parameters of the hashes that were checked. */
function checked(): string[] {
  return verify.mock.calls.map(([hash]) => hash.split('$').slice(0, 4).join('$'));
}

test.each([
  ['an unknown name', 'nobody', 401],
  ['a wrong password', 'ada', 401],
  ['a name with NUL', 'ad\u0000a', 401],
  ['an empty name', '', 401],
])('%s costs one check of a password', async (_case, username, status) => {
  expect((await signIn(username, 'not the password')).status).toBe(status);
  expect(checked()).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
});

test('of a throttled account nothing is checked, known or not', async () => {
  for (const username of ['ada', 'nobody']) {
    for (let n = 0; n < 10; n++) await signIn(username, 'wrong');
    verify.mockClear();
    expect((await signIn(username, 'wrong')).status).toBe(429);
    expect(checked()).toEqual([]);
  }
});
