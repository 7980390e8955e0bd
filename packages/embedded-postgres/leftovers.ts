import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningProcess, runningProcesses, signal } from './processes.ts';

/** Marks the titles of a cluster's processes. */
export function clusterName(clusterDir: string): string {
  return `lead-manager-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;
}

function processesOf(clusterDir: string): RunningProcess[] {
  const worker = `postgres: ${clusterName(clusterDir)}: `;
  return runningProcesses().filter(
    ({ command }) => command.includes(`/bin/postgres -D ${clusterDir} `) || command.startsWith(worker),
  );
}

async function waitUntilGone(clusterDir: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (processesOf(clusterDir).length > 0) {
    if (Date.now() > deadline) {
      return false;
    }
    await delay(50);
  }
  return true;
}

/**
 * Stops a killed server's processes. Removes a stale postmaster.pid, which PostgreSQL trusts if another program
 * reuses its id. The caller must hold the folder's lock.
 */
export async function stopLeftovers(clusterDir: string, log: (line: string) => void): Promise<void> {
  const found = processesOf(clusterDir);
  if (found.length > 0) {
    log('Stopping a PostgreSQL that a killed server left behind.');
  }
  for (const [name, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    for (const { pid, command } of processesOf(clusterDir)) {
      // Workers end with the postmaster.
      if (name !== 'SIGINT' || !command.startsWith('postgres: ')) {
        signal(pid, name);
      }
    }
    const orphansOnly = processesOf(clusterDir).every(({ command }) => command.startsWith('postgres: '));
    if (await waitUntilGone(clusterDir, orphansOnly ? 2_000 : timeoutMs)) {
      break;
    }
  }
  const pidFile = join(clusterDir, 'postmaster.pid');
  if (existsSync(pidFile)) {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    if (runningProcesses().some((running) => running.pid === pid)) {
      rmSync(pidFile);
    }
  }
  removeSockets(clusterDir);
}

/** Each start uses another port, so old sockets would stay. */
function removeSockets(clusterDir: string): void {
  if (!existsSync(clusterDir)) return;
  for (const name of readdirSync(clusterDir)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(clusterDir, name));
  }
}
