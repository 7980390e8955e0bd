import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningProcess, runningProcesses, signal } from './processes.ts';

/** Returns the name in PostgreSQL's process titles, which identifies this folder's processes. */
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
 * Stops PostgreSQL processes that a killed server left on the cluster, with a fast, then an immediate shutdown.
 * Also removes stale sockets and a postmaster.pid whose id another program reuses, because PostgreSQL would
 * take that for a running server. The caller must hold the folder's lock.
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
      // Workers end with the postmaster; only harder signals go to each.
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

/** Each start uses another port, so PostgreSQL would never remove old sockets. */
function removeSockets(clusterDir: string): void {
  if (!existsSync(clusterDir)) return;
  for (const name of readdirSync(clusterDir)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(clusterDir, name));
  }
}
