import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { type CommandOutcome, runAdmin } from '#tests/support/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call, makeLead } from '#tests/support/calls.ts';
import { readCatalog } from '#tests/support/catalog.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { olderPostgres } from '#tests/support/older-postgres/programs.ts';
import { startServer } from '#tests/support/server-process.ts';
import { createDatabase } from '#tests/support/template.ts';
import { codeOf, enableTwoFactor, type TwoFactorUser } from '#tests/support/two-factor.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { verifyFile } from './read-file.ts';

// The commands run in a process of their own, next to the server whose database they back up.

const PASSPHRASE = 'twelve wild geese';

let app: TestApp;
let ada: SignedIn;
let grace: SignedIn;
let factor: TwoFactorUser;
let folder: string;
/** Files of the whole installation, and what the command that wrote them said. */
const file = { plain: '', sealed: '' };
const written: Record<string, CommandOutcome> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-backup-'));
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, 'passphrase'), `${PASSPHRASE}\n`);
  writeFileSync(join(folder, 'other'), 'twelve tame geese\n');
  app = await startTestApp();
  ada = await signUp(app.url, 'ada');
  grace = await addColleague(app, ada, 'grace');
  factor = await enableTwoFactor(grace);
  const rows = Array.from({ length: 300 }, (_, n) => [`lead-${n}@example.com`, `N\\${n}\t"ä`, `${n}.50`]);
  await importLeads(ada, csvFile([['email', 'name', 'amount'], ...rows]), {
    fieldMapping: { email: 'email', name: 'firstName', amount: 'depositAmount' },
  });
  const lead = await makeLead(ada, {
    email: 'noted@example.com',
    phone: '+491512345678',
    tags: ['a,b', '{'],
  });
  await call(ada, 'POST', `/api/leads/${lead.id}/notes`, { text: 'A note\n\\.\nin three lines' });
  await makeLead(await signUp(app.url, 'bob'), { email: 'noted@example.com', country: 'France' });
  file.plain = join(folder, 'plain');
  file.sealed = join(folder, 'sealed');
  written['plain'] = await backup(file.plain);
  written['sealed'] = await backup(file.sealed, ...withPassphrase());
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const secret = (): string => app.context.secretKey().toString('base64');
const withPassphrase = (name = 'passphrase'): string[] => ['--passphrase-file', join(folder, name)];
const backup = (...args: string[]): Promise<CommandOutcome> =>
  runAdmin(['backup', ...args], { DATABASE_URL: app.context.db.urls.owner, SECRET_KEY: secret() });
const newDatabase = (): Promise<string> => createDatabase(inject('databaseUrl'));
const restore = (
  url: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<CommandOutcome> =>
  runAdmin(['restore', ...args], {
    DATABASE_URL: url,
    DATA_DIR: mkdtempSync(join(folder, 'data-')),
    ...settings,
  });

/** The lines about tables that a command prints: names, rows and checksums. */
const sumsIn = ({ out }: CommandOutcome): string[] =>
  out.split('\n').filter((line) => /^\w+ +\d+ +-?\d+$/.test(line));

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Whether a database is as it was created. */
async function isUntouched(url: string): Promise<boolean> {
  const sql = "SELECT FROM pg_namespace WHERE nspname IN ('private', 'graphile_worker')";
  return (await query(url, sql)).length === 0;
}

test('a backup is written while the server works, is for its owner alone, and tells what is in it', async () => {
  const { plain, sealed } = written;
  expect([plain?.code, plain?.err, sealed?.code, sealed?.err]).toEqual([0, '', 0, '']);
  expect(plain?.out).toMatch(/^leads +302 /m);
  expect(plain?.out).toMatch(/The secret key isn't in the file, because only encrypted files contain it/);
  expect(sealed?.out).toMatch(/The secret key is in the file/);
  expect(statSync(file.plain).mode & 0o777).toBe(0o600);
  expect(existsSync(`${file.sealed}.part`)).toBe(false);
  expect(await backup(file.plain)).toEqual({
    code: 1,
    out: '',
    err: `The file ${file.plain} already exists\n`,
  });
});

test('a restored installation has the same rows, rights and leads, and everybody signs in as before', async () => {
  const made = await backup(join(folder, 'whole'), ...withPassphrase());
  const target = await newDatabase();
  const data = mkdtempSync(join(folder, 'data-'));
  const done = await restore(target, [join(folder, 'whole'), ...withPassphrase()], { DATA_DIR: data });
  expect([done.code, done.err]).toEqual([0, '']);
  expect(sumsIn(done)).toEqual(sumsIn(made));
  expect(done.out.match(/: \d+ entries, OK, ends with [\da-f]{64}/g)).toHaveLength(2);
  expect(readFileSync(join(data, 'secret-key'), 'utf8').trim()).toBe(secret());

  expect(await query(target, 'SELECT FROM sessions')).toEqual([]);

  const { appUrl } = await migrate(target);
  const restored = await startTestApp({
    urls: { owner: target, app: appUrl },
    secretKey: app.context.secretKey(),
  });
  try {
    expect(await readCatalog(restored.context.db.owner)).toEqual(await readCatalog(app.context.db.owner));
    const client = clientOf(restored.url);
    const credentials = { username: 'ada', password: PASSWORD };
    expect((await client.post('/api/login', credentials)).status).toBe(200);
    expect(await leadsOf(client)).toEqual(await leadsOf(ada));
    const filter = '/api/leads?search=lead-7&sort=depositAmount';
    expect((await client.get(filter)).body).toEqual((await ada.get(filter)).body);
    const second = { username: 'grace', password: PASSWORD, token: codeOf(factor.secret, 1) };
    expect((await clientOf(restored.url).post('/api/login', second)).status).toBe(200);
  } finally {
    await restored.close();
  }
});

test('a backup while rows are written is of one moment', async () => {
  const writing = new AbortController();
  const writes = (async () => {
    for (let n = 0; !writing.signal.aborted; n++) await makeLead(ada, { email: `busy-${n}@example.com` });
  })();
  const path = join(folder, 'busy');
  const { code } = await backup(path);
  writing.abort();
  await writes;
  expect(code).toBe(0);
  const target = await newDatabase();
  expect((await restore(target, [path])).code).toBe(0);
  const [counted] = await query<Record<string, number>>(
    target,
    `SELECT (SELECT count(*)::int FROM leads) AS leads, (SELECT sum(total)::int FROM lead_stats WHERE dimension = 'all') AS stats,
       (SELECT count(*)::int FROM lead_search) AS search`,
  );
  expect([counted?.['stats'], counted?.['search']]).toEqual([counted?.['leads'], counted?.['leads']]);
});

describe('a file that is not what was written is refused before anything is changed', () => {
  const damaged = 'The backup file is damaged or incomplete: use another one';

  async function errorOf(bytes: Buffer, args: string[] = []): Promise<string> {
    const path = join(folder, 'bad');
    writeFileSync(path, bytes);
    const target = await newDatabase();
    const { code, out, err } = await restore(target, [path, ...args]);
    expect([code, out, await isUntouched(target)]).toEqual([1, '', true]);
    return err;
  }

  /** Changes one bit, at a share of the length. */
  function flipped(bytes: Buffer, share: number): Buffer {
    const copy = Buffer.from(bytes);
    const at = Math.floor(copy.length * share);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  }

  test.each(['plain', 'sealed'] as const)('%s', async (kind) => {
    const path = join(folder, 'bad');
    const bytes = readFileSync(file[kind]);
    const passphrase = kind === 'sealed' ? PASSPHRASE : null;
    await verifyFile(file[kind], passphrase);
    const cut = [1, 8, bytes.length / 2].map((missing) => bytes.subarray(0, bytes.length - missing));
    for (const wrong of [...cut, flipped(bytes, 0.2), flipped(bytes, 0.5), flipped(bytes, 0.95)]) {
      writeFileSync(path, wrong);
      await expect(verifyFile(path, passphrase)).rejects.toThrow(damaged);
    }
    expect(await errorOf(flipped(bytes, 0.4), kind === 'sealed' ? withPassphrase() : [])).toBe(
      `${damaged}\n`,
    );
  });

  test('a wrong passphrase, none, and what is no backup', async () => {
    const sealed = readFileSync(file.sealed);
    expect(await errorOf(sealed, withPassphrase('other'))).toBe('Wrong passphrase for this backup\n');
    expect(await errorOf(sealed)).toBe(
      'The backup is encrypted: give its passphrase with --passphrase-file\n',
    );
    expect(await errorOf(Buffer.from('PGDMP'))).toMatch(
      /isn't a backup of Lead Manager, or its beginning is damaged\n$/,
    );
    writeFileSync(join(folder, 'short'), 'geese\n');
    expect(await errorOf(sealed, withPassphrase('short'))).toMatch(
      /a passphrase of at least 12 characters\n$/,
    );
  });
});

test('a database that is not empty is left alone, and so is one that a server works on', async () => {
  const used = await restore(app.context.db.urls.owner, [file.plain]);
  expect(used).toMatchObject({ code: 1, err: expect.stringMatching(/^This database is not empty: /) });
  const target = await newDatabase();
  const server = startServer({ DATABASE_URL: target });
  await server.ready();
  const busy = await restore(target, [file.plain]);
  await server.end('SIGTERM');
  expect(busy).toEqual({
    code: 1,
    out: '',
    err: 'A server is running on this database: stop it, then restore\n',
  });
  // Once the server has made the schema and stopped, the database is as good as new.
  expect((await restore(target, [file.plain])).code).toBe(0);
  const other = await newDatabase();
  await query(other, 'CREATE TABLE theirs (id int)');
  expect((await restore(other, [file.plain])).err).toBe(
    "This database has another program's tables: restore into an empty one\n",
  );
});

test('another SECRET_KEY than that of the backup is refused; a missing one is told', async () => {
  const target = await newDatabase();
  const key = Buffer.alloc(32, 7).toString('base64');
  const refused = await restore(target, [file.sealed, ...withPassphrase()], { SECRET_KEY: key });
  expect([refused.code, await isUntouched(target)]).toEqual([1, true]);
  expect(refused.err).toMatch(/^SECRET_KEY isn't the key of the server that was backed up[^\n]*\n$/);
  const { code, out } = await restore(target, [file.plain]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^The secret key is missing: set SECRET_KEY/m)]);
});

test('an owner who is no superuser backs up and restores', async () => {
  const url = new URL(await newDatabase());
  const database = url.pathname.slice(1);
  await query(
    url.href,
    `CREATE ROLE ${database}_owner LOGIN NOSUPERUSER CREATEROLE NOCREATEDB PASSWORD 'owner';
     GRANT CREATE ON DATABASE ${database} TO ${database}_owner; GRANT CREATE ON SCHEMA public TO ${database}_owner`,
  );
  url.username = `${database}_owner`;
  url.password = 'owner';
  const done = await restore(url.href, [file.plain]);
  expect([done.code, done.err]).toEqual([0, '']);
  const forced = await query(
    url.href,
    "SELECT FROM pg_class WHERE relname = 'leads' AND relforcerowsecurity",
  );
  expect(forced).toHaveLength(1);
  const path = join(folder, 'hosted');
  const made = await runAdmin(['backup', path], { DATABASE_URL: url.href, DATA_DIR: folder });
  expect([made.code, made.err]).toEqual([0, '']);
  const leads = (outcome: CommandOutcome): string | undefined =>
    sumsIn(outcome).find((line) => /^leads /.test(line));
  expect(leads(made)).toBe(leads(done));
});

test.each(['15', '17'])('PostgreSQL %s takes a backup of 18 and gives the same', async (major) => {
  const older = await startEmbedded({
    dataDir: join(folder, `postgres-${major}`),
    settings: { fsync: 'off' },
    programs: olderPostgres(major),
  });
  try {
    const done = await restore(older.url, [file.plain]);
    expect([done.code, done.err]).toEqual([0, '']);
    const path = join(folder, `of-${major}`);
    const made = await runAdmin(['backup', path], { DATABASE_URL: older.url, DATA_DIR: folder });
    const tables = (outcome: CommandOutcome): string[] =>
      sumsIn(outcome).filter((line) => !/^audit_/.test(line));
    expect(tables(made)).toEqual(tables(done));
    expect((await restore(await newDatabase(), [path])).code).toBe(0);
  } finally {
    await older.stop();
  }
});
