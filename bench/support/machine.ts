import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** One line that says where figures were measured. */
export function machineLine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}, ${memory} GB, Node ${process.version}, ${process.platform}`;
}

/** Largest resident memory a process had so far, in MB (Linux). */
export function peakMemory(pid: number): number {
  const status = execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' });
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

/** The value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Ticks of the clock that Linux counts processor time in. */
const TICKS_PER_SECOND = 100;

/** Processor time that processes, and those children of theirs that ended, have used so far (seconds, Linux). */
export function cpuSeconds(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    // The name of the program stands in brackets and may hold anything; user, system and children's times follow it.
    const fields = statOf(pid)
      .replace(/^.*\) /s, '')
      .split(' ');
    for (const time of fields.slice(11, 15)) ticks += Number(time);
  }
  return ticks / TICKS_PER_SECOND;
}

/** What Linux knows of a process; nothing of one that ended since it was listed, whose time is its parent's from then on. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

/** The processes that a process has started and that run (Linux). */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
