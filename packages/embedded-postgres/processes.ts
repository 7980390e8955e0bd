import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

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

/** Identifies one run of a process, because ids are reused. Undefined if it has ended or is a zombie. */
export function processIdentity(pid: number): string | undefined {
  if (!onLinux) {
    return ps('-o', 'lstart=', '-p', String(pid)).trim() || undefined;
  }
  const stat = readProcFile(`/proc/${pid}/stat`);
  if (stat === undefined) {
    return undefined;
  }
  // The name may contain blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  const boot = readProcFile('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return state === 'Z' || state === 'X' ? undefined : `${boot} ${startTicks}`;
}

/** Command lines are world-readable, unlike working folders. */
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
