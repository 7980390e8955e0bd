import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, clientOf, PASSWORD, signUp } from '#tests/support/client.ts';

let app: TestApp;
const username = 'ada';

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  await signUp(app.url, username);
});

afterAll(() => app.close());

async function signedIn(cookie: string | null = null): Promise<{ client: Client; setCookie: string }> {
  const client = clientOf(app.url, cookie);
  const { status, headers } = await client.post('/api/login', { username, password: PASSWORD });
  expect(status).toBe(200);
  return { client, setCookie: headers.get('set-cookie') ?? '' };
}

function tokenOf(client: Client): string {
  return client.cookie?.split('=')[1] ?? '';
}

/** Moves the times of a session into the past. */
async function age(client: Client, times: { seen?: string; opened?: string }): Promise<void> {
  await app.context.db.owner.query(
    `UPDATE sessions SET last_seen_at = last_seen_at - $2::interval, expires_at = expires_at - $3::interval
     WHERE token_hash = $1`,
    [createHash('sha256').update(tokenOf(client)).digest(), times.seen ?? '0', times.opened ?? '0'],
  );
}

async function status(client: Client): Promise<number> {
  return (await client.get('/api/user')).status;
}

describe('the cookie', () => {
  test('is out of reach of scripts and other sites', async () => {
    const { headers } = await clientOf(app.url).post('/api/login', { username, password: PASSWORD });
    const [setCookie = ''] = headers.getSetCookie();
    const attributes = setCookie.split('; ').slice(1).sort();
    expect(setCookie).toMatch(/^lm_session=[\w-]{43};/);
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax']);
  });

  test('is not marked Secure by a header that anyone could send', async () => {
    const client = clientOf(app.url);
    const { headers } = await client.post(
      '/api/login',
      { username, password: PASSWORD },
      { 'x-forwarded-proto': 'https' },
    );
    expect(headers.get('set-cookie')).not.toContain('Secure');
  });

  test('holds nothing that the database holds', async () => {
    const { client } = await signedIn();
    const { rows } = await app.context.db.owner.query<Record<string, unknown>>('SELECT * FROM sessions');
    const kept = rows.map((row) => JSON.stringify(row) + Buffer.from(row['token_hash'] as Buffer).toString());
    expect(kept.join('\n')).not.toContain(tokenOf(client));
    expect(rows.map((row) => (row['token_hash'] as Buffer).toString('hex'))).toContain(
      createHash('sha256').update(tokenOf(client)).digest('hex'),
    );
  });
});

test('a sign-in ends the session the browser came with', async () => {
  const { client: before } = await signedIn();
  const { client: after } = await signedIn(before.cookie);

  expect(tokenOf(after)).not.toBe(tokenOf(before));
  expect([await status(before), await status(after)]).toEqual([401, 200]);
});

test('a sign-in takes over no session that someone planted', async () => {
  const { client } = await signedIn('lm_session=planted');
  expect(tokenOf(client)).not.toBe('planted');
  expect(await status(clientOf(app.url, 'lm_session=planted'))).toBe(401);
});

test('signing out ends this session and no other', async () => {
  const { client: here } = await signedIn();
  const { client: there } = await signedIn();
  const cookie = here.cookie;

  const { status: answered, body, headers } = await here.post('/api/logout');

  expect(answered).toBe(200);
  expect(body).toEqual({ message: 'You have been logged out successfully' });
  expect(headers.get('set-cookie')).toMatch(/^lm_session=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
  expect([await status(clientOf(app.url, cookie)), await status(there)]).toEqual([401, 200]);
});

test.each([null, 'lm_session=', 'lm_session=unknown', 'other=1'])(
  'the cookie %s is nobody',
  async (cookie) => {
    const { status: answered, body } = await clientOf(app.url, cookie).get<{ message: string }>('/api/user');
    expect(answered).toBe(401);
    expect(body.message).toBe('Sign in to continue');
  },
);

describe('the end of a session', () => {
  test('comes after 12 hours without use', async () => {
    const { client } = await signedIn();
    await age(client, { seen: '11 hours 59 minutes' });
    expect(await status(client)).toBe(200);
    // The last use counts: the next idle timeout starts from it.
    await age(client, { seen: '11 hours 59 minutes' });
    expect(await status(client)).toBe(200);
    await age(client, { seen: '12 hours' });
    expect(await status(client)).toBe(401);
    expect(await status(client)).toBe(401);
  });

  test('comes after 7 days, used or not', async () => {
    const { client } = await signedIn();
    await age(client, { opened: '6 days 23 hours 59 minutes' });
    expect(await status(client)).toBe(200);
    await age(client, { opened: '1 minute' });
    expect(await status(client)).toBe(401);
  });

  test('comes with the account', async () => {
    const other = await signUp(app.url);
    await app.context.db.owner.query('DELETE FROM users WHERE id = $1', [other.user.id]);
    expect(await status(other)).toBe(401);
  });
});
