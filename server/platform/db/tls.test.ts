import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { readConfig } from '../config.ts';
import { settledTls } from './libpq-url.ts';

// A PostgreSQL with TLS, whose certificate is for localhost and signed by an authority of its own.

let folder: string;
let server: Embedded;
const file = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-tls-'));
  chmodSync(folder, 0o755);
  makeAuthority('root');
  makeAuthority('other');
  signFor('localhost');
  const dataDir = file('data');
  // Makes the cluster, whose owner the key has to belong to.
  await (await startEmbedded({ dataDir, settings: { fsync: 'off' } })).stop();
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  chownSync(file('server.key'), uid, gid);
  server = await startEmbedded({
    dataDir,
    settings: {
      fsync: 'off',
      ssl: 'on',
      ssl_cert_file: file('server.crt'),
      ssl_key_file: file('server.key'),
      listen_addresses: '127.0.0.1',
    },
  });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
}

function makeAuthority(name: string): void {
  const names = ['-keyout', `${name}.key`, '-out', `${name}.crt`, '-subj', `/CN=${name}`];
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names);
}

function signFor(host: string): void {
  const names = ['-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=database'];
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-addext', `subjectAltName=DNS:${host}`, ...names);
  const signed = ['-CA', 'root.crt', '-CAkey', 'root.key', '-CAcreateserial', '-copy_extensions', 'copy'];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-days', '2', '-out', 'server.crt');
  chmodSync(file('server.key'), 0o600);
}

/**
 * Connects over TCP as a server with this DATABASE_URL does; returns whether the connection is encrypted, or
 * the error.
 */
async function connected(host: string, params: Record<string, string>): Promise<boolean | string> {
  const url = new URL(server.url);
  url.search = '';
  url.hostname = host;
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  const connectionString = await settledTls(readConfig({ DATABASE_URL: url.href }).databaseUrl ?? '');
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    return rows[0]?.ssl;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const SELF_SIGNED = /self-signed certificate|unable to verify|unable to get/;
const OTHER_HOST = /does not match certificate/;

describe('sslmode and sslrootcert mean what they mean to libpq:', () => {
  test.each<[string, string, Record<string, string>, boolean | RegExp]>([
    ['none', '127.0.0.1', {}, false],
    ['disable', '127.0.0.1', { sslmode: 'disable' }, false],
    ['prefer', '127.0.0.1', { sslmode: 'prefer' }, true],
    ['allow', '127.0.0.1', { sslmode: 'allow' }, true],
    ['require', '127.0.0.1', { sslmode: 'require' }, true],
    ['require with the authority', '127.0.0.1', { sslmode: 'require', sslrootcert: 'root' }, true],
    ['require with another', '127.0.0.1', { sslmode: 'require', sslrootcert: 'other' }, SELF_SIGNED],
    ['verify-ca', '127.0.0.1', { sslmode: 'verify-ca', sslrootcert: 'root' }, true],
    ['verify-ca with another', 'localhost', { sslmode: 'verify-ca', sslrootcert: 'other' }, SELF_SIGNED],
    ['verify-full', 'localhost', { sslmode: 'verify-full', sslrootcert: 'root' }, true],
    ['verify-full of another host', '127.0.0.1', { sslmode: 'verify-full', sslrootcert: 'root' }, OTHER_HOST],
    ['verify-full with another', 'localhost', { sslmode: 'verify-full', sslrootcert: 'other' }, SELF_SIGNED],
    ['system', 'localhost', { sslmode: 'verify-full', sslrootcert: 'system' }, SELF_SIGNED],
  ])('%s', async (_case, host, { sslrootcert, ...params }, expected) => {
    const roots =
      sslrootcert === undefined || sslrootcert === 'system' ? sslrootcert : file(`${sslrootcert}.crt`);
    const outcome = await connected(host, { ...params, ...(roots !== undefined && { sslrootcert: roots }) });
    if (expected instanceof RegExp) expect(outcome).toMatch(expected);
    else expect(outcome).toBe(expected);
  });

  test('prefer does without TLS where the server has none', async () => {
    const plain = await startEmbedded({ dataDir: file('plain'), settings: { fsync: 'off' } });
    const url = new URL(plain.url);
    url.searchParams.set('sslmode', 'prefer');
    const settled = await settledTls(readConfig({ DATABASE_URL: url.href }).databaseUrl ?? '');
    expect(new URL(settled).searchParams.get('sslmode')).toBe('disable');
    await plain.stop();
  });
});
