import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The product, running on a data folder of its own as for a user, and a session of its administrator. */
export interface BenchServer {
  url: string;
  pid: number;
  /** Sends a request with the session's cookie. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Signs in as another account, which has the same password. */
  as(username: string): Promise<Pick<BenchServer, 'send'>>;
  stop(): Promise<void>;
}

const READY = /ready: (http:\/\/\S+)/;
/** Credentials of the administrator. */
export const CREDENTIALS = { username: 'bench', password: 'correct horse battery' };

/** Starts the product on an empty database (a new one, or the given one) with further settings; `root` is another checkout of it. */
export async function startBenchServer(
  options: { databaseUrl?: string; settings?: Record<string, string>; root?: string } = {},
): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-bench-'));
  chmodSync(folder, 0o711);
  const env = {
    ...process.env,
    // The same settings as `npm start`.
    ...parseEnv(readFileSync(join(import.meta.dirname, '../../scripts/allocator.env'), 'utf8')),
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/compiled'),
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
    ADMIN_USERNAME: CREDENTIALS.username,
    ADMIN_PASSWORD: CREDENTIALS.password,
    ...options.settings,
  };
  const child = spawn(process.execPath, [...startFlags(), 'server/main.ts'], {
    env,
    cwd: options.root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyUrl(child);
  return {
    url,
    pid: child.pid ?? 0,
    ...(await senderAs(url, CREDENTIALS.username)),
    as: (username) => senderAs(url, username),
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the flags that `npm start` passes to Node. */
function startFlags(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = READY.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
}

async function senderAs(url: string, username: string): Promise<Pick<BenchServer, 'send'>> {
  const cookie = await signIn(url, username);
  return {
    send: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('cookie', cookie);
      headers.set('origin', url);
      const response = await fetch(`${url}${path}`, { ...init, headers });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return response;
    },
  };
}

async function signIn(url: string, username: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...CREDENTIALS, username }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
