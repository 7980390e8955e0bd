import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** `command` is the command line with single spaces. */
export type RunningProcess = { pid: number; command: string };

const onLinux = process.platform === 'linux';

function readProcFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // The process ended since it was listed.
  }
}

function ps(...args: string[]): string {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/**
 * Identifies one run of a process, because ids are reused: boot id and start ticks on Linux, the start date
 * elsewhere. Undefined if it doesn't run; zombies count as ended.
 */
export function processIdentity(pid: number): string | undefined {
  if (!onLinux) {
    return ps('-o', 'lstart=', '-p', String(pid)).trim() || undefined;
  }
  const stat = readProcFile(`/proc/${pid}/stat`);
  if (stat === undefined) {
    return undefined;
  }
  // The parenthesized name may contain blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  const boot = readProcFile('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return state === 'Z' || state === 'X' ? undefined : `${boot} ${startTicks}`;
}

/** Lists visible processes. Their command lines are world-readable, unlike their working folders. */
export function runningProcesses(): RunningProcess[] {
  if (!onLinux) {
    return ps('-axo', 'pid=,command=')
      .split('\n')
      .flatMap((line) => {
        const [, pid, command] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
        return pid && command ? [{ pid: Number(pid), command }] : [];
      });
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const command = readProcFile(`/proc/${name}/cmdline`)?.replaceAll('\0', ' ').trim();
      return command ? [{ pid: Number(name), command }] : [];
    });
}

/** Ignores a process that has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
