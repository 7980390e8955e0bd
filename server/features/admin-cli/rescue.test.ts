import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/current-user.ts';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { type CommandOutcome, runAdmin, runAdminWhole } from '#tests/support/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { codeOf, enableTwoFactor } from '#tests/support/two-factor.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { encryptSecret } from '../../platform/security/secret-box.ts';

// Runs the command line in a process of its own, next to a running server.

let app: TestApp;
let user: SignedIn;
let names = 0;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url, `Ada-${++names}`);
});

const rescue = (args: string[], settings: Record<string, string> = {}): Promise<CommandOutcome> =>
  runAdmin(args, { DATABASE_URL: app.context.db.urls.owner, ...settings });

const signIn = (password = PASSWORD) =>
  clientOf(app.url).post<CurrentUser>('/api/login', {
    username: user.user.username,
    password,
  });
const audited = (action: string) => auditOf(app, user.user.organizationId, action);

test('a password is reset: a temporary one is printed, every session ends, and the trail tells of it', async () => {
  for (let n = 0; n < 11; n++) await signIn('forgotten');
  const { code, out, err } = await rescue(['reset-password', user.user.username.toUpperCase()]);
  expect([code, err]).toEqual([0, '']);
  const [, name = '', password = ''] = /^Temporary password of (\S+), .*: (\S{16,})\n$/.exec(out) ?? [];
  expect(name).toBe(user.user.username);
  expect((await user.get('/api/user')).status).toBe(401);
  const { status, body } = await signIn(password);
  expect([status, body.mustChangePassword]).toEqual([200, true]);
  expect(await audited('reset_password')).toEqual([
    { resource: user.user.username, username: 'command line', details: null },
  ]);
});

test('once the secret key was replaced, a code is refused in words, and a recovery code still works', async () => {
  const { secret, recoveryCodes } = await enableTwoFactor(user);
  const sealed = encryptSecret(Buffer.alloc(32, 7), user.user.id, Buffer.alloc(20, 1));
  await app.context.db.owner.query('UPDATE users SET two_factor_secret = $2 WHERE id = $1', [
    user.user.id,
    sealed,
  ]);
  const signInWith = (token: string) =>
    clientOf(app.url).post<{ message: string }>('/api/login', {
      username: user.user.username,
      password: PASSWORD,
      token,
    });
  const { status, body } = await signInWith(codeOf(secret));
  expect([status, body.message]).toEqual([401, expect.stringMatching(/^Codes can no longer be checked/)]);
  expect((await signInWith(recoveryCodes[0] ?? '')).status).toBe(200);
  expect((await rescue(['disable-2fa', user.user.username])).code).toBe(0);
  expect((await signIn()).status).toBe(200);
});

test('a second factor is turned off, secret and codes with it', async () => {
  await enableTwoFactor(user);
  expect((await signIn()).status).toBe(401);
  const { code, out } = await rescue(['disable-2fa', user.user.username]);
  expect([code, out]).toEqual([0, `Two-factor authentication of ${user.user.username} is off\n`]);
  expect((await signIn()).status).toBe(200);
  const { rows } = await app.context.db.owner.query(
    `SELECT two_factor_secret AS secret,
       (SELECT count(*) FROM recovery_codes r WHERE r.user_id = u.id)::int AS codes FROM users u WHERE id = $1`,
    [user.user.id],
  );
  expect(rows).toEqual([{ secret: null, codes: 0 }]);
  expect((await audited('disable_2fa')).map(({ username }) => username)).toEqual(['command line']);
});

test('an allow-list that locks everybody out is cleared', async () => {
  await user.post('/api/ip-whitelist', { ipAddress: '127.0.0.1' });
  await user.post('/api/ip-whitelist', { ipAddress: '192.0.2.0/24' });
  await app.context.db.owner.query(
    `UPDATE ip_whitelist SET is_active = false WHERE organization_id = $1 AND ip_address = '127.0.0.1'`,
    [user.user.organizationId],
  );
  expect((await user.get('/api/user')).status).toBe(403);
  const organization = user.user.organization.name;
  const { code, out } = await rescue(['clear-allow-list', ` ${organization.toUpperCase()} `]);
  expect([code, out]).toEqual([0, `Removed 2 entries from the IP whitelist of ${organization}\n`]);
  expect((await user.get('/api/user')).status).toBe(200);
  expect((await audited('remove_ip')).map(({ resource, username }) => [resource, username]).sort()).toEqual([
    ['127.0.0.1', 'command line'],
    ['192.0.2.0/24', 'command line'],
  ]);
});

describe('what cannot be done is said in words', () => {
  test.each([
    [['reset-password', 'nobody'], 1, /^There is no user nobody\n$/],
    [['clear-allow-list', 'Nowhere'], 1, /^There is no organization Nowhere\n$/],
    [[], 2, /^Usage: npm run admin -- <command> \[--help\]\n {2}create-organization {2}Creates/],
    [['constructor', 'ada'], 2, /^There is no command constructor\nUsage: /],
    [['reset-password'], 2, /^Usage: npm run admin -- reset-password <username>\n$/],
    [['reset-password', 'ada', 'bob'], 2, /^Usage: npm run admin -- reset-password <username>\n$/],
    [['reset-password', 'ada', '--force'], 2, /^Unknown option '--force'\nUsage: npm run admin -- reset/],
  ])('%j', async (args, exitCode, words) => {
    const { code, out, err } = await rescue(args);
    expect([code, out]).toEqual([exitCode, '']);
    expect(err).toMatch(words);
  });

  test('a database that is not there, or that no server was ever started on', async () => {
    const refused = await rescue(['reset-password', 'ada'], { DATABASE_URL: 'postgres://127.0.0.1:1/leads' });
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^[^\n]*ECONNREFUSED[^\n]*\n$/)]);
    const empty = new URL(app.context.db.urls.owner);
    empty.pathname = '/postgres';
    const { code, err } = await rescue(['reset-password', 'ada'], { DATABASE_URL: empty.href });
    expect([code, err]).toEqual([
      1,
      'The database is not up to date: start the server once, then try again\n',
    ]);
  });
});

describe('the database of a command', () => {
  test('is named, without its password', async () => {
    const url = new URL(app.context.db.urls.owner);
    const { err } = await runAdminWhole(['reset-password', 'nobody'], { DATABASE_URL: url.href });
    expect(err).toBe(
      `Database: ${url.pathname.slice(1)} on ${url.host}, as ${url.username}\nThere is no user nobody\n`,
    );
  });

  test('is never made by one that lacks the settings of the server', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lead-manager-elsewhere-'));
    try {
      const commands = [
        ['reset-password', 'ada'],
        ['create-user', 'ada', '--admin'],
        ['verify-audit'],
        ['demo-data'],
        ['backup', join(dataDir, 'leads.backup')],
      ];
      for (const command of commands) {
        expect(await runAdminWhole(command, { DATA_DIR: dataDir })).toEqual({
          code: 1,
          out: '',
          err: `There is no database in ${dataDir}: run the command with the server's settings (DATA_DIR or DATABASE_URL), or start the server once\n`,
        });
      }
      expect(readdirSync(dataDir)).toEqual([]);
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
});

test('the embedded database is found while a server holds it, and started when none does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-rescue-'));
  // When the tests run as root, PostgreSQL runs as another account and needs to traverse this folder.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const settings = { DATABASE_URL: '', DATA_DIR: dataDir };
  try {
    const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
    try {
      await migrate(server.url);
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query("INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'Embedded')");
      await client.end();
      const running = await runAdminWhole(['clear-allow-list', 'Embedded'], settings);
      expect([running.code, running.err]).toEqual([
        0,
        `Database: the embedded one in ${dataDir}, of the running server\n`,
      ]);
    } finally {
      await server.stop();
    }
    const stopped = await rescue(['clear-allow-list', 'Embedded'], settings);
    expect(stopped).toEqual({
      code: 0,
      out: 'Removed 0 entries from the IP whitelist of Embedded\n',
      err: '',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
