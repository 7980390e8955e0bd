import { createHash } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/current-user.ts';
import type { ErrorReply } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type Answer, clientOf, PASSWORD } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { setupCodeOf } from './register.ts';

const MANY = 10_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false, config: { trustProxy: ['127.0.0.1'] } });
});

afterAll(() => app.close());

beforeEach(async () => {
  app.context.config.registrationOpen = true;
  app.context.config.registrationLimit = MANY;
  await emptyTables(app.context.db.owner, 'organizations, sign_in_attempts');
});

function register(username: string, password = PASSWORD): Promise<Answer<CurrentUser & ErrorReply>> {
  return clientOf(app.url).post('/api/register', { username, password });
}

async function organizations(): Promise<string[]> {
  const { rows } = await app.context.db.owner.query<{ name: string }>('SELECT name FROM organizations');
  return rows.map(({ name }) => name).sort();
}

describe('the first run', () => {
  test('creates the Default Organization with its administrator and signs in', async () => {
    const client = clientOf(app.url);
    const before = await client.get('/api/registration');
    expect(before.body).toEqual({ open: true, firstRun: true, byLink: false });

    const { status, body } = await client.post<CurrentUser>('/api/register', {
      username: '  Ada ',
      password: PASSWORD,
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ username: 'Ada', isAdmin: true, mustChangePassword: false });
    expect(body.organization).toEqual({ id: body.organizationId, name: 'Default Organization' });
    expect(Object.keys(body)).not.toContain('sessionId');
    expect((await client.get('/api/user')).body).toEqual(body);
  });

  test('of a server that others can reach needs the link that the start prints', async () => {
    app.context.config.firstByLink = true;
    try {
      const client = clientOf(app.url);
      expect((await client.get('/api/registration')).body).toEqual({
        open: true,
        firstRun: true,
        byLink: true,
      });
      const account = { username: 'ada', password: PASSWORD };
      for (const setupCode of [undefined, '', 'x', `${setupCodeOf(app.context)}x`]) {
        const refused = await client.post<ErrorReply>('/api/register', { ...account, setupCode });
        expect([refused.status, refused.body.message]).toEqual([
          403,
          expect.stringContaining('needs the link'),
        ]);
      }
      expect(await organizations()).toEqual([]);
      const made = await client.post('/api/register', { ...account, setupCode: setupCodeOf(app.context) });
      expect(made.status).toBe(201);
      expect((await client.get('/api/registration')).body).toMatchObject({ firstRun: false, byLink: false });
      const later = { username: 'bob', password: PASSWORD, setupCode: setupCodeOf(app.context) };
      expect((await clientOf(app.url).post('/api/register', later)).body).toMatchObject({
        organization: { name: 'bob' },
      });
    } finally {
      app.context.config.firstByLink = false;
    }
  });

  test('closes registration behind it', async () => {
    app.context.config.registrationOpen = false;
    expect((await register('ada')).status).toBe(201);

    const refused = await register('eve');

    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ message: 'Registration is closed' });
    expect((await app.anonymous.get('/api/registration')).body).toEqual({
      open: false,
      firstRun: false,
      byLink: false,
    });
    expect(await organizations()).toEqual(['Default Organization']);
  });

  test('makes exactly one account of twenty at once', async () => {
    app.context.config.registrationOpen = false;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => register(`first-${n}`)));

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 403)]);
    const { rows } = await app.context.db.owner.query('SELECT FROM users');
    expect(rows).toHaveLength(1);
  });

  test('makes one Default Organization of many at once where registration is open', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => register(`open-${n}`)));

    const first = answers.filter(({ body }) => body.organization?.name === 'Default Organization');
    expect(first).toHaveLength(1);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  });

  test('leaves a line in the audit trail', async () => {
    const { body } = await register('ada');
    const { rows } = await app.context.db.owner.query(
      'SELECT organization_id, username, action FROM audit_logs',
    );
    expect(rows).toEqual([
      { organization_id: body.organizationId, username: 'ada', action: 'create_organization' },
    ]);
  });
});

describe('open registration', () => {
  test('creates an organization named after the user', async () => {
    await register('ada');
    const { status, body } = await register('Grace');

    expect(status).toBe(201);
    expect(body).toMatchObject({ username: 'Grace', isAdmin: true, organization: { name: 'Grace' } });
    expect(await organizations()).toEqual(['Default Organization', 'Grace']);
  });

  test.each([
    ['another case', 'ADA', 'ada'],
    ['another Unicode form', 'Jose\u0301', 'Jos\u00e9'],
    ['full-width letters', 'ａｄａ', 'Ada'],
    ['blanks around', ' ada ', 'ada'],
  ])('takes a name in %s for the same name', async (_case, first, second) => {
    await register('root');
    expect((await register(first)).status).toBe(201);

    const refused = await register(second);

    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      message: 'This username is taken. Choose another.',
      field: 'username',
    });
    expect(await organizations()).toHaveLength(2);
  });

  test('makes one account of the same name many times at once', async () => {
    await register('root');
    const answers = await Promise.all(Array.from({ length: 8 }, () => register('ada')));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });

  test('never makes a second Default Organization', async () => {
    await register('root');
    for (const name of ['Default Organization', 'default organization']) {
      expect((await register(name)).status).toBe(409);
    }
    expect(await organizations()).toEqual(['Default Organization']);
  });
});

describe('the limit of accounts that an address may register in an hour', () => {
  const from = (address: string, username: string, password = PASSWORD) =>
    clientOf(app.url).post<ErrorReply>(
      '/api/register',
      { username, password },
      { 'x-forwarded-for': address },
    );

  beforeEach(() => {
    app.context.config.registrationLimit = 2;
  });

  test('is told with the time to wait, and holds for that address alone', async () => {
    for (const name of ['ada', 'grace']) expect((await from('192.0.2.7', name)).status).toBe(201);
    const { status, headers, body } = await from('192.0.2.7', 'eve');
    expect([status, body.message]).toEqual([
      429,
      'Too many accounts were created from your network. Try again later.',
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(await organizations()).toHaveLength(2);
    expect((await from('192.0.2.8', 'eve')).status).toBe(201);
  });

  test('holds when many come at once, and for the whole network of an IPv6 address', async () => {
    await register('root');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => from(`2001:db8::${n + 1}`, `user-${n}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
  });

  test('counts accounts, not attempts that made none', async () => {
    await register('root');
    for (let n = 0; n < 3; n++) expect((await from('192.0.2.7', 'root')).status).toBe(409);
    expect((await from('192.0.2.7', 'ada', 'password')).status).toBe(400);
    for (const name of ['ada', 'grace']) expect((await from('192.0.2.7', name)).status).toBe(201);
  });

  test('ends with the hour', async () => {
    for (const name of ['ada', 'grace']) await from('192.0.2.7', name);
    await app.context.db.owner.query(
      "UPDATE sign_in_attempts SET window_ends_at = now() - interval '1 second'",
    );
    expect((await from('192.0.2.7', 'eve')).status).toBe(201);
  });
});

describe('what is asked of credentials', () => {
  test.each([
    [7, 400],
    [8, 201],
    [128, 201],
    [129, 400],
  ])('a password of %i characters is answered with %i', async (length, status) => {
    const password = 'xq7-Zr'.repeat(30).slice(0, length);
    const answer = await register('ada', password);

    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.field).toBe('password');
  });

  test.each(['password', 'Password1', 'qwertyuiop', '12345678'])('%s is too common', async (password) => {
    const { status, body } = await register('ada', password);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      field: 'password',
      message: 'This password is too common. Choose another.',
    });
    expect(await organizations()).toEqual([]);
  });

  test.each([
    ['empty', ''],
    ['blank', '   '],
    ['too long', 'a'.repeat(101)],
    ['with a control character', 'a\u0000b'],
    ['with a character of no width', 'ad\u200ba'],
    ['with a joiner', 'ad\u200da'],
    ['with a bidi override', 'ada\u202egro'],
    ['with a bidi isolate', '\u2066ada\u2069'],
    ['with a soft hyphen', 'ad\u00ada'],
    ['with a variation selector', 'ada\ufe0f'],
    ['nothing but a Hangul filler', '\u3164'],
    ['nothing but an empty Braille cell', '\u2800'],
    ['of letters that stand for phrases', '\ufdfa'.repeat(12)],
  ])('a username that is %s is refused', async (_case, username) => {
    const { status, body } = await register(username);
    expect(status).toBe(400);
    expect(body.field).toBe('username');
  });

  test('a username is kept in NFC, however it was typed', async () => {
    const { status, body } = await register('Rene\u0301e');
    expect([status, body.username]).toEqual([201, 'Ren\u00e9e']);
    expect((await register('ren\u00e9e')).status).toBe(409);
  });

  test('a username that has what a new one may not have still signs in', async () => {
    const { body } = await register('ada');
    const old = 'a\u200dd\u202ea';
    const { owner } = app.context.db;
    await owner.query('UPDATE users SET username = $2 WHERE id = $1', [body.id, old]);
    await owner.query('UPDATE usernames SET key = $2 WHERE user_id = $1', [body.id, old]);
    const signedIn = await clientOf(app.url).post('/api/login', { username: old, password: PASSWORD });
    expect(signedIn.status).toBe(200);
  });

  test('every letter has a key that the database takes', async () => {
    // PostgreSQL and the server both lower-case names; any difference would break registration.
    const letters = Array.from({ length: 0x1ffff }, (_, code) => String.fromCodePoint(code + 1)).filter(
      (letter) => /\p{L}/u.test(letter),
    );
    const { usernameKey } = await import('../../platform/accounts/user-reads.ts');
    const keys = letters.map(usernameKey);
    const { rows } = await app.context.db.owner.query<{ key: string }>(
      'SELECT key FROM unnest($1::text[]) AS key WHERE key <> lower(key)',
      [keys],
    );
    expect(rows).toEqual([]);
  });
});

test('of a password is kept the SHA-256 of an Argon2id with the parameters of OWASP, and its salt', async () => {
  await register('ada');
  const { rows } = await app.context.db.owner.query<{ password: string; verifier: Buffer }>(
    'SELECT password, password_verifier AS verifier FROM users',
  );
  const [, salt = ''] =
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]{22})$/.exec(rows[0]?.password ?? '') ?? [];
  const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  const proof = await hashRaw(PASSWORD, { ...parameters, salt: Buffer.from(salt, 'base64') });
  expect(rows[0]?.verifier).toEqual(createHash('sha256').update(proof).digest());
});
