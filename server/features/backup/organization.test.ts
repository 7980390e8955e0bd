import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CommandOutcome, runAdmin } from '#tests/support/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';
import { deleteOrganization } from '#tests/support/stored-leads.ts';
import { createDatabase } from '#tests/support/template.ts';
import { codeOf, enableTwoFactor, type TwoFactorUser } from '#tests/support/two-factor.ts';
import { decryptSecret } from '../../platform/security/secret-box.ts';
import { verifyFile } from './read-file.ts';

// The tests run in order: Acme is backed up, restored into the same database, then into another installation.

const TRUSTED_FORM = '/api/consent-rules/trusted-form';
let app: TestApp;
let elsewhere: TestApp;
let ada: SignedIn;
let bob: SignedIn;
let token: string;
let factor: TwoFactorUser;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-organization-'));
  writeFileSync(join(folder, 'passphrase'), 'twelve wild geese\n');
  file = join(folder, 'acme');
  [app, elsewhere] = await Promise.all([startTestApp(), startTestApp()]);
  await signUp(app.url, 'root');
  await signUp(elsewhere.url, 'bob');
  ada = await signUp(app.url, 'ada');
  bob = await addColleague(app, ada, 'bob');
  factor = await enableTwoFactor(bob);
  token = await tokenFor(ada);
  const rows = Array.from({ length: 50 }, (_, n) => [`lead-${n}@example.com`, 'Ada']);
  await importLeads(ada, csvFile([['email', 'name'], ...rows]), {
    fieldMapping: { email: 'email', name: 'firstName' },
  });
  await makeLead(ada, { email: 'last@example.com', country: 'France', tags: ['vip'] });
  const entries = ['never@example.com', 'lead-7@example.com'];
  expect((await ada.post('/api/suppressions', { entries })).body).toMatchObject({ added: 2, leads: 1 });
  await call(ada, 'PUT', TRUSTED_FORM, { enabled: true, key: 'f00d' });
});

afterAll(async () => {
  await Promise.all([app.close(), elsewhere.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const run = (at: TestApp, ...args: string[]): Promise<CommandOutcome> =>
  runAdmin([...args, '--passphrase-file', join(folder, 'passphrase')], {
    DATABASE_URL: at.context.db.urls.owner,
    SECRET_KEY: at.context.secretKey().toString('base64'),
  });

async function signIn(at: TestApp, username: string, code?: string): Promise<SignedIn> {
  const client = clientOf(at.url);
  const { status, body } = await client.post<SignedIn['user']>('/api/login', {
    username,
    password: PASSWORD,
    ...(code !== undefined && { token: code }),
  });
  expect([username, status]).toEqual([username, 200]);
  return Object.assign(client, { user: body });
}

/** Restored lists still refuse their people, and marked leads stay marked. */
async function seeSuppressed(user: SignedIn): Promise<void> {
  const refused = await user.post('/api/leads', { email: 'Never@example.com' });
  expect([refused.status, refused.body]).toMatchObject([409, { lists: ['Do not contact'] }]);
  const marked = await user.get<{ leads: { email: string }[] }>('/api/leads?suppressed=true');
  expect(marked.body.leads.map(({ email }) => email)).toEqual(['lead-7@example.com']);
}

test('one organization is backed up by name, and no row of another', async () => {
  const { name } = ada.user.organization;
  const made = await run(app, 'backup', file, '--organization', name.toUpperCase());
  expect([made.code, made.err]).toEqual([0, '']);
  expect(made.out).toMatch(/^organizations +1 /m);
  expect(made.out).toMatch(/^users +2 /m);
  expect(made.out).toMatch(/^leads +51 /m);
  expect(await auditOf(app, ada.user.organizationId, 'create_backup')).toMatchObject([
    { username: 'command line', resource: 'acme' },
  ]);
  expect(await run(app, 'backup', join(folder, 'none'), '--organization', 'Nowhere')).toEqual({
    code: 1,
    out: '',
    err: 'There is no organization Nowhere\n',
  });
});

test('its file holds the second factors of its users and not the secret key of the installation', async () => {
  const { info } = await verifyFile(file, 'twelve wild geese');
  expect([info.secretKey, Object.keys(info.secondFactors ?? {})]).toEqual([null, [bob.user.id]]);
  const plain = join(folder, 'plain');
  const settings = { DATABASE_URL: app.context.db.urls.owner };
  await runAdmin(['backup', plain, '--organization', ada.user.organization.name], {
    ...settings,
    SECRET_KEY: app.context.secretKey().toString('base64'),
  });
  const { info: open } = await verifyFile(plain, null);
  expect([open.secretKey, open.secondFactors, open.suppressionSecret]).toEqual([null, null, null]);
});

test('a plain file of it brings no suppression entries to another installation, and says so', async () => {
  const other = await startTestApp();
  try {
    await signUp(other.url, 'root');
    const done = await runAdmin(['restore', join(folder, 'plain')], {
      DATABASE_URL: other.context.db.urls.owner,
      SECRET_KEY: other.context.secretKey().toString('base64'),
    });
    expect(done.out).toContain(
      "2 entries of suppression lists can't be compared without the former secret key: the lists are empty now; import them again",
    );
    expect(done.out).toContain(
      "TrustedForm's API key can't be read without the former secret key: enter it again under Settings",
    );
    const moved = await signIn(other, 'ada');
    expect((await moved.get(TRUSTED_FORM)).body).toEqual({ enabled: false, hasKey: false });
    expect((await moved.post('/api/suppressions', { entries: ['never@example.com'] })).status).toBe(201);
    await seeSuppressed(moved);
  } finally {
    await other.close();
  }
});

test('in an empty database its second factors are sealed with the key there', async () => {
  const owner = await createDatabase(inject('databaseUrl'));
  const key = randomBytes(32);
  const args = ['restore', file, '--passphrase-file', join(folder, 'passphrase')];
  const done = await runAdmin(args, { DATABASE_URL: owner, SECRET_KEY: key.toString('base64') });
  expect([done.code, done.err]).toEqual([0, '']);
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  const { rows } = await client.query<{ sealed: Buffer }>(
    'SELECT two_factor_secret AS sealed FROM users WHERE id = $1',
    [bob.user.id],
  );
  await client.end();
  const [{ sealed } = { sealed: Buffer.alloc(0) }] = rows;
  expect(decryptSecret(key, bob.user.id, sealed).length).toBeGreaterThan(0);
});

test('beside itself it gets another id, name, sign-in names and no tokens, and says so', async () => {
  const { id, name } = ada.user.organization;
  const done = await run(app, 'restore', file);
  expect([done.code, done.err]).toEqual([0, '']);
  expect(done.out).toContain(`The organization ${name} (${id}) still exists: this one has a new ID`);
  expect(done.out).toContain(`An organization named ${name} already exists: this one is now ${name} (2)`);
  expect(done.out).toContain('The username ada is taken: this user now signs in as ada-2');
  expect(done.out).toContain(
    'The API token test already exists here and was revoked in the restored organization',
  );
  expect(done.out).toMatch(/ \(2\) \([\da-f-]{36}\): \d+ entries, OK, ends with [\da-f]{64}\n$/);
  const copy = await signIn(app, 'ada-2');
  expect(copy.user.organization.id).not.toBe(id);
  expect(await leadsOf(copy)).toEqual(await leadsOf(ada));
  await seeSuppressed(copy);
  expect((await copy.get(TRUSTED_FORM)).body).toEqual({ enabled: true, hasKey: true });
  expect((await copy.get('/api/leads?tags=vip')).body).toEqual((await ada.get('/api/leads?tags=vip')).body);
  // The token still leads to the first organization only.
  await makeLead(ada, { email: 'later@example.com' });
  const program = await programOf(app.url, token).call<{ total: number }>('GET', '/leads');
  expect([program.status, (await leadsOf(copy)).length]).toEqual([200, 51]);
  expect(JSON.stringify(program.body)).toContain('later@example.com');
  expect(await auditOf(app, copy.user.organization.id, 'restore_backup')).toMatchObject([
    { username: 'command line' },
  ]);
});

test('in another installation it keeps its id, its name and the sign-in names that are free', async () => {
  const done = await run(elsewhere, 'restore', file);
  expect([done.code, done.err]).toEqual([0, '']);
  const { id, name } = ada.user.organization;
  expect(done.out).toContain(`The organization is ${name} (${id})`);
  expect(done.out.match(/The username .*$/gm)).toEqual([
    'The username bob is taken: this user now signs in as bob-2',
  ]);
  const moved = await signIn(elsewhere, 'ada');
  expect(await leadsOf(moved)).toHaveLength(51);
  await seeSuppressed(moved);
  // Second factors work with the secret key of the other installation.
  const second = await signIn(elsewhere, 'bob-2', codeOf(factor.secret, 1));
  expect(second.user.id).toBe(bob.user.id);
  const program = await programOf(elsewhere.url, token).call('GET', '/leads');
  expect(program.status).toBe(200);
});

test('a deleted organization comes back as it was', async () => {
  const { id, name } = ada.user.organization;
  const { owner } = app.context.db;
  for (const table of ['audit_logs', 'audit_chains']) {
    await owner.query(`DELETE FROM ${table} WHERE organization_id = $1`, [id]);
  }
  await deleteOrganization(owner, id);
  const done = await run(app, 'restore', file);
  expect([done.code, done.err]).toEqual([0, '']);
  expect(done.out).toContain(`The organization is ${name} (${id})\n`);
  expect((await signIn(app, 'ada')).user.id).toBe(ada.user.id);
});
