import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlState } from '#server/platform/db/transaction.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';

// With nothing but the rights of the application's role, nobody signs in as somebody: neither with a statement on the tables
// nor through the functions that reach them.

let app: TestApp;
let admin: SignedIn;
let colleague: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  admin = await signUp(app.url, 'ada');
  colleague = await addColleague(app, admin, 'bob');
});

afterAll(() => app.close());

const TOKEN = randomBytes(32).toString('base64url');
const HASH = createHash('sha256').update(TOKEN).digest();

/** Runs a statement as the application's role, in the administrator's organization. */
async function asRole(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = await app.context.db.app.connect();
  try {
    await client.query(`BEGIN; SET LOCAL app.organization_id = '${admin.user.organizationId}'`);
    const { rows } = await client.query<Record<string, unknown>>(statement, values);
    await client.query('COMMIT');
    return rows;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const refused = (statement: string, values: unknown[] = []): Promise<string> =>
  asRole(statement, values).then(() => 'done', sqlState);

/** Returns the token hash of a client's session, which only the owner can read. */
async function hashOf({ cookie }: SignedIn): Promise<Buffer> {
  const hash = createHash('sha256')
    .update(cookie?.split('=')[1] ?? '')
    .digest();
  const { rowCount } = await app.context.db.owner.query('SELECT FROM sessions WHERE token_hash = $1', [hash]);
  expect(rowCount).toBe(1);
  return hash;
}

describe('the catalog', () => {
  test('has no function with the rights of its owner that anybody else may call', async () => {
    const { rows } = await app.context.db.owner.query<{ name: string; grantees: string[]; path: string[] }>(
      `SELECT p.oid::regprocedure::text AS name, p.proconfig AS path,
         ARRAY(SELECT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END
               FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
               WHERE a.grantee <> p.proowner) AS grantees
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const role = new URL(app.context.db.urls.app).username;
    expect(rows.length).toBeGreaterThan(20);
    for (const { name, grantees, path } of rows) {
      // A trigger calls its function without a right to.
      const others = grantees.filter((grantee) => grantee.replaceAll('"', '') !== role);
      expect([name, others]).toEqual([name, []]);
      expect([name, path]).toEqual([name, ['search_path=public, pg_temp']]);
    }
  });

  test('gives the role no right on the tables of signing in, and none to write who signs in', async () => {
    const { rows } = await app.context.db.owner.query(
      `SELECT c.relname AS "table", a.attname AS "column", r.privilege
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0,
         unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) AS r (privilege)
       WHERE has_column_privilege($1, c.oid, a.attnum, r.privilege)
         AND (c.relname IN ('sessions', 'usernames', 'sign_in_attempts')
           OR c.relname = 'users' AND r.privilege <> 'SELECT' OR a.attname = 'password_verifier')
       ORDER BY 1, 2, 3`,
      [new URL(app.context.db.urls.app).username],
    );
    expect(rows).toEqual(
      ['require_export_auth', 'two_factor_enabled', 'two_factor_last_step', 'two_factor_secret'].map(
        (column) => ({ table: 'users', column, privilege: 'UPDATE' }),
      ),
    );
  });
});

describe('the role by itself', () => {
  test.each([
    ['read sessions', 'SELECT * FROM sessions'],
    ['read the hash of a token', 'SELECT token_hash FROM sessions'],
    ['move a session to another user', 'UPDATE sessions SET user_id = gen_random_uuid()'],
    ['put its own token into a session', "UPDATE sessions SET token_hash = 'x'"],
    ['end all sessions', 'DELETE FROM sessions'],
    ['lead a name to another account', 'UPDATE usernames SET user_id = gen_random_uuid()'],
    ['read all sign-in names', 'SELECT * FROM usernames'],
    ['read what people typed', 'SELECT * FROM sign_in_attempts'],
    ['forget the attempts', 'DELETE FROM sign_in_attempts'],
    ['read what a proof is checked against', 'SELECT password_verifier FROM users'],
    ['read it from whole rows', 'SELECT u FROM users u'],
    ['set a password', "UPDATE users SET password_verifier = 'x'"],
    ['set the salt of a password', "UPDATE users SET password = 'x'"],
    ['make an administrator', 'UPDATE users SET is_admin = true'],
    ['ask whether a session may change access', "SELECT may_change_access('x', gen_random_uuid(), null)"],
  ])('cannot %s', async (_what, statement) => {
    expect(await refused(statement)).toBe('42501');
  });

  test('cannot insert a session or a user', async () => {
    const { organizationId, id } = admin.user;
    const session = `INSERT INTO sessions (token_hash, id, organization_id, user_id, expires_at)
      VALUES ($1, $2, $3, $4, now() + interval '1 day')`;
    expect(await refused(session, [HASH, randomUUID(), organizationId, id])).toBe('42501');
    const user = `INSERT INTO users (organization_id, id, username, password, password_verifier)
      VALUES ($1, $2, 'eve', 'x', 'x')`;
    expect(await refused(user, [organizationId, randomUUID()])).toBe('42501');
  });

  test('cannot open a session with anything that it can read', async () => {
    const { organizationId, id } = admin.user;
    const [account] = await asRole("SELECT * FROM sign_in_account('ada')");
    const readable = [
      ...Object.values(account ?? {}).map((value) => Buffer.from(String(value))),
      Buffer.from(String(account?.['password']).split('$').at(-1) ?? '', 'base64'),
      Buffer.alloc(0),
      null,
    ];
    // Not even with what only the owner can read.
    const { rows } = await app.context.db.owner.query<{ password_verifier: Buffer }>(
      'SELECT password_verifier FROM users WHERE id = $1',
      [id],
    );
    for (const proof of [...readable, rows[0]?.password_verifier]) {
      const [{ opened } = {}] = await asRole(
        "SELECT open_session($1, $2, $3, $4, $5, null, null, '1 day') AS opened",
        [organizationId, id, proof, HASH, randomUUID()],
      );
      expect(opened).toBe(false);
    }
    expect((await clientOf(app.url, `lm_session=${TOKEN}`).get('/api/user')).status).toBe(401);
  });

  test('cannot set a password, add a user or make an administrator without a session', async () => {
    const { organizationId, id } = colleague.user;
    for (const by of [null, Buffer.alloc(32), HASH, Buffer.from(colleague.user.id)]) {
      expect(await refused("SELECT set_password($1, $2, $3, 'x', 'x', null)", [by, organizationId, id])).toBe(
        '42501',
      );
      const added = [by, organizationId, randomUUID()];
      expect(await refused("SELECT add_user($1, $2, $3, 'eve', 'eve', 'x', 'x', true, null)", added)).toBe(
        '42501',
      );
      expect(await refused('SELECT set_admin($1, $2, $3, true)', [by, organizationId, id])).toBe('42501');
    }
    expect((await clientOf(app.url).post('/api/login', { username: 'bob', password: PASSWORD })).status).toBe(
      200,
    );
  });

  test('renews no session whose token it does not have', async () => {
    for (const hash of [HASH, null, Buffer.from((await sessionsOf(admin))[0] ?? '')]) {
      expect(await asRole('SELECT renew_session($1, $2) AS renewed', [hash, HASH])).toEqual([
        { renewed: null },
      ]);
    }
  });
});

/** Returns the ids of a user's sessions, which the role may read. */
async function sessionsOf({ user }: SignedIn): Promise<string[]> {
  const rows = await asRole("SELECT id FROM sessions_of($1, '12 hours')", [user.id]);
  expect(rows.length).toBeGreaterThan(0);
  return rows.map(({ id }) => String(id));
}

describe('somebody else with an account', () => {
  test('changes nobody but themselves, though they use the role', async () => {
    const stranger = await signUp(app.url, 'stranger');
    const { organizationId, id } = admin.user;
    for (const by of [await hashOf(colleague), await hashOf(stranger)]) {
      expect(await refused("SELECT set_password($1, $2, $3, 'x', 'x', null)", [by, organizationId, id])).toBe(
        '42501',
      );
      expect(
        await refused('SELECT set_admin($1, $2, $3, true)', [by, organizationId, colleague.user.id]),
      ).toBe('42501');
      const added = [by, organizationId, randomUUID()];
      expect(await refused("SELECT add_user($1, $2, $3, 'eve', 'eve', 'x', 'x', true, null)", added)).toBe(
        '42501',
      );
    }
  });

  test('ends and lists sessions of the own organization only', async () => {
    const stranger = await signUp(app.url);
    expect(await asRole("SELECT * FROM sessions_of($1, '12 hours')", [stranger.user.id])).toEqual([]);
    expect(await asRole('SELECT end_sessions_of($1, null, null) AS ended', [stranger.user.id])).toEqual([
      { ended: 0 },
    ]);
    expect((await stranger.get('/api/user')).status).toBe(200);
  });
});
