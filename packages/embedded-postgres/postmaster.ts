import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { OsAccount } from './account.ts';
import { EmbeddedDatabaseError } from './errors.ts';

type LaunchOptions = {
  program: string;
  clusterDir: string;
  account: OsAccount;
  settings: Record<string, string>;
  log: (line: string) => void;
  /** Null without a socket. */
  socketDir: string | null;
  /** Default: a free port. */
  port?: number;
  /** Aborts a start in progress. */
  signal?: AbortSignal;
};

/** `ended` resolves for any reason. */
export type Postmaster = { port: number; ended: Promise<void>; stop: () => Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Reads the state from postmaster.pid, as pg_ctl does. */
function isReady(clusterDir: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/** Stops PostgreSQL if this process dies, even by kill -9, which closes the pipe. */
function startGuard(pid: number, account: OsAccount): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return guard;
}

function spawnPostgres(
  { program, clusterDir, account, settings, socketDir }: LaunchOptions,
  port: number,
): ChildProcess {
  const all = {
    ssl: 'off',
    ...settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketDir ?? '',
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Ctrl-C must not reach PostgreSQL, which only this process may stop.
  return spawn(program, ['-D', clusterDir, ...args], {
    ...account,
    cwd: clusterDir,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** An immediate shutdown or kill only costs a recovery. */
async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  for (const [name, timeoutMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    child.kill(name);
    const timer = new AbortController();
    const late = delay(timeoutMs, 'late', { signal: timer.signal }).catch(() => 'late');
    const outcome = await Promise.race([ended.then(() => 'ended'), late]);
    timer.abort();
    if (outcome === 'ended') {
      return;
    }
  }
}

async function launchOnce(options: LaunchOptions): Promise<Postmaster | { failure: string }> {
  const port = options.port ?? (await freePort());
  const child = spawnPostgres(options, port);
  const lastLines: string[] = [];
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      options.log(line);
      lastLines.push(line);
      lastLines.splice(0, lastLines.length - 20);
    });
  }
  let running = true;
  const ended = new Promise<void>((resolve) => {
    const done = () => {
      running = false;
      resolve();
    };
    child.once('error', (error) => {
      lastLines.push(`FATAL:  ${error.message}`);
      done();
    });
    child.once('close', done);
  });
  const pid = child.pid ?? 0;
  const guard = pid > 0 ? startGuard(pid, options.account) : undefined;
  void ended.then(() => guard?.kill('SIGKILL'));
  // No time limit: recovery may take minutes.
  while (running && !isReady(options.clusterDir, pid)) {
    await (options.signal?.aborted ? stopChild(child, ended) : Promise.race([ended, delay(15)]));
  }
  if (!running) {
    const cause = lastLines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lastLines.at(-1) ?? 'no message';
    return {
      failure: lastLines.find((line) => line.includes('could not bind')) ?? cause.replace(/^\w+:\s+/, ''),
    };
  }
  return { port, ended, stop: () => stopChild(child, ended) };
}

/**
 * Starts PostgreSQL on a loopback port; retries if another program takes it.
 * @throws EmbeddedDatabaseError with PostgreSQL's own reason
 */
export async function launchPostmaster(options: LaunchOptions): Promise<Postmaster> {
  let failure = '';
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const outcome = await launchOnce(options);
    if ('port' in outcome) {
      return outcome;
    }
    failure = outcome.failure;
    if (!failure.includes('could not bind')) {
      break;
    }
  }
  throw new EmbeddedDatabaseError(`PostgreSQL couldn't start on ${options.clusterDir}: ${failure}`);
}
