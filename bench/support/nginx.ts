import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import tls from 'node:tls';
import { pollUntil } from './faults/import-run.ts';

/** nginx in front of servers, with the configuration of docs/deploy. */
export interface Nginx {
  /** Address for clients: https, with a certificate that this process trusts. */
  url: string;
  /** Returns how many requests nginx passed on to another server after one had failed them. */
  passedOn(): Promise<number>;
  stop(): Promise<void>;
}

const EXAMPLE = join(import.meta.dirname, '../../docs/deploy/nginx.conf');
/** Folders in which distributions keep nginx, beside those of PATH. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
const STARTS_WITHIN_MS = 10_000;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/** Returns the path of nginx, or null if it isn't installed. */
export function findNginx(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FOLDERS];
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path)) ?? null;
}

/** Returns a free port of the loopback. */
export async function freeLoopbackPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}

/** Starts nginx on a port of the loopback, in front of these servers. */
export async function startNginx(program: string, port: number, servers: readonly string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-nginx-'));
  await chmod(folder, 0o711);
  const site = siteOf(await readFile(EXAMPLE, 'utf8'), {
    folder,
    port,
    plain: await freeLoopbackPort(),
    servers,
  });
  await writeFile(join(folder, 'site.conf'), site);
  await writeFile(join(folder, 'nginx.conf'), frameOf(folder));
  await makeCertificate(folder);
  const child = spawn(program, ['-p', folder, '-e', 'error.log', '-c', 'nginx.conf'], { stdio: 'ignore' });
  running.add(child);
  const url = `https://localhost:${port}`;
  const answers = async (): Promise<boolean> => (await fetch(`${url}/healthz`)).status === 200;
  if (!(await pollUntil(STARTS_WITHIN_MS, answers))) {
    const log = await readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
    await stop(child, folder);
    throw new Error(`nginx does not answer: ${log}`);
  }
  return {
    url,
    // A request that was passed on lists several servers.
    passedOn: async () => (await readFile(join(folder, 'access.log'), 'utf8')).split(',').length - 1,
    stop: () => stop(child, folder),
  };
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  running.delete(child);
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true });
}

/** Puts ports, certificate and servers into the example. */
function siteOf(
  example: string,
  {
    folder,
    port,
    plain,
    servers,
  }: { folder: string; port: number; plain: number; servers: readonly string[] },
): string {
  const upstream = (url: string): string => `  server ${new URL(url).host} max_fails=1 fail_timeout=5s;\n`;
  const changes: [string, string][] = [
    ['  server 127.0.0.1:3000 max_fails=1 fail_timeout=5s;\n', servers.map(upstream).join('')],
    ['  listen 80;\n  listen [::]:80;\n', `  listen 127.0.0.1:${plain};\n`],
    ['  listen 443 ssl http2;\n  listen [::]:443 ssl http2;\n', `  listen 127.0.0.1:${port} ssl http2;\n`],
    ['/etc/ssl/leads.example.com.crt', join(folder, 'site.crt')],
    ['/etc/ssl/leads.example.com.key', join(folder, 'site.key')],
  ];
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/deploy/nginx.conf no longer has: ${from}`);
    return text.replace(from, to);
  }, example);
}

/** The configuration around a site, with all files in the folder. */
function frameOf(folder: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(folder, kind)};`,
  );
  return `daemon off;
pid ${join(folder, 'nginx.pid')};
worker_processes 1;
events { worker_connections 1024; }
http {
${paths.join('\n')}
  log_format upstreams '$upstream_addr';
  access_log ${join(folder, 'access.log')} upstreams;
  include ${join(folder, 'site.conf')};
}
`;
}

/** Makes a certificate for localhost, which this process trusts from then on. */
async function makeCertificate(folder: string): Promise<void> {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(folder, 'site.key'), '-out', join(folder, 'site.crt')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files],
    {
      stdio: 'pipe',
    },
  );
  const certificate = await readFile(join(folder, 'site.crt'), 'utf8');
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate]);
}
