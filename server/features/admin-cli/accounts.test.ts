import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/current-user.ts';
import type { Organization } from '#contract/organizations.ts';
import { type CommandOutcome, runAdmin } from '#tests/support/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { type Client, clientOf } from '#tests/support/client.ts';

// The commands run in order on one installation: the first user comes before everything else.

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-accounts-'));
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const admin = (...args: string[]): Promise<CommandOutcome> =>
  runAdmin(args, { DATABASE_URL: app.context.db.urls.owner });

async function signIn(username: string, password: string): Promise<{ client: Client; user: CurrentUser }> {
  const client = clientOf(app.url);
  const { status, body } = await client.post<CurrentUser>('/api/login', { username, password });
  expect(status).toBe(200);
  return { client, user: body };
}

function passwordFile(password: string): string {
  const file = join(folder, 'password');
  writeFileSync(file, `${password}\n`);
  return file;
}

const passwordIn = (out: string): string => /: (\S+)\n$/.exec(out)?.[1] ?? '';
const refused = (err: string): CommandOutcome => ({ code: 1, out: '', err: `${err}\n` });

test('the first user is the administrator of the Default Organization', async () => {
  expect(await admin('create-organization', 'Acme')).toEqual(
    refused('There is no administrator yet: create one first, with create-user <username> --admin'),
  );
  const first = refused('The first user must be an administrator of the Default Organization');
  expect(await admin('create-user', 'ada')).toEqual(first);
  expect(await admin('create-user', 'ada', '--admin', '--organization', 'Acme')).toEqual(first);
  const made = await admin('create-user', 'ada', '--admin');
  expect([made.code, made.err]).toEqual([0, '']);
  expect(made.out).toMatch(
    /^The administrator ada of Default Organization was created\. Temporary password, to be/,
  );
  const { user } = await signIn('ada', passwordIn(made.out));
  expect([user.isAdmin, user.mustChangePassword]).toEqual([true, true]);
  const audited = await auditOf(app, user.organizationId, 'create_organization');
  expect(audited.map(({ username, resource }) => [username, resource])).toEqual([
    ['command line', 'Default Organization'],
  ]);
});

test('an organization is created once, and its users with a password from a file', async () => {
  expect(await admin('create-organization', ' Acme ')).toEqual({
    code: 0,
    out: 'The organization Acme was created\n',
    err: '',
  });
  expect(await admin('create-organization', 'ACME')).toEqual(
    refused('An organization named ACME already exists'),
  );
  const file = passwordFile('correct horse battery');
  const made = await admin('create-user', 'grace', '--organization', 'acme', '--password-file', file);
  expect(made).toEqual({ code: 0, out: 'The user grace of Acme was created\n', err: '' });
  const { user } = await signIn('grace', 'correct horse battery');
  expect([user.organization.name, user.isAdmin, user.mustChangePassword]).toEqual(['Acme', false, false]);
  const audited = await auditOf(app, user.organizationId, 'create_user');
  expect(audited.map(({ username, details }) => [username, details])).toEqual([
    ['command line', { isAdmin: false, temporaryPassword: false }],
  ]);
  const { rows } = await app.context.db.owner.query<Organization>('SELECT name FROM organizations');
  expect(rows).toHaveLength(2);
});

test.each([
  [['create-user', 'GRACE'], 'This username is taken. Choose another.'],
  [['create-user', 'bob', '--organization', 'Nowhere'], 'There is no organization Nowhere'],
  [['create-user', ' ​'], "A username can't contain invisible characters"],
  [['create-organization', 'x'.repeat(101)], 'A name can have at most 100 characters'],
])('%j is refused', async (args, words) => {
  expect(await admin(...args)).toEqual(refused(words));
});

test('a password that is too short or not there is refused', async () => {
  const short = await admin('create-user', 'bob', '--password-file', passwordFile('short'));
  expect(short).toEqual(refused('A password needs at least 8 characters'));
  const missing = await admin('create-user', 'bob', '--password-file', join(folder, 'none'));
  expect([missing.code, missing.out]).toEqual([1, '']);
  expect(missing.err).toMatch(/^ENOENT: no such file[^\n]*\n$/);
});

test('every command has a help', async () => {
  const overview = await admin('--help');
  expect([overview.code, overview.err]).toEqual([0, '']);
  const names = Array.from(overview.out.matchAll(/^ {2}(\S+)/gm), ([, name = '']) => name);
  expect(names).toContain('create-user');
  for (const name of names) {
    const { code, out, err } = await admin(name, '--help');
    expect([name, code, err]).toEqual([name, 0, '']);
    expect(out).toMatch(new RegExp(`^Usage: npm run admin -- ${name}\\b`));
  }
});
