import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A running process; `command` is its command line with single spaces between the arguments. */
export type RunningProcess = { pid: number; command: string };

const onLinux = process.platform === 'linux';

function readProcFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // the process ended between listing and reading
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
 * Returns an identifier of one run of a process, because the system reuses process ids: the boot id and the
 * start time in clock ticks on Linux, the start date elsewhere. Returns undefined if the process doesn't run;
 * a zombie counts as ended.
 */
export function processIdentity(pid: number): string | undefined {
  if (!onLinux) {
    return ps('-o', 'lstart=', '-p', String(pid)).trim() || undefined;
  }
  const stat = readProcFile(`/proc/${pid}/stat`);
  if (stat === undefined) {
    return undefined;
  }
  // The name in parentheses may contain blanks and parentheses, so the fields follow the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  const boot = readProcFile('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return state === 'Z' || state === 'X' ? undefined : `${boot} ${startTicks}`;
}

/**
 * Lists the processes that this account can see. Their command lines are world-readable, unlike their working
 * folders.
 */
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

/** Sends a signal; ignores a process that has already ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
