import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/** Describes the machine on which figures are measured, in one line. */
export function machineLine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}, ${memory} GB, Node ${process.version}, ${process.platform}`;
}

/** Returns the peak resident memory of a process in MB (Linux). */
export function peakMemory(pid: number): number {
  const status = execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' });
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

/** Returns the value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Unit in which Linux counts processor time (clock ticks). */
const TICKS_PER_SECOND = 100;

/**
 * Returns the processor time that the processes and their ended children have used so far (seconds, Linux).
 */
export function cpuSeconds(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    // The program's name is in brackets and may contain anything; the times of user, system and children
    // follow it.
    const fields = statOf(pid)
      .replace(/^.*\) /s, '')
      .split(' ');
    for (const time of fields.slice(11, 15)) ticks += Number(time);
  }
  return ticks / TICKS_PER_SECOND;
}

/**
 * Returns the stat line of a process, or an empty text if it has ended; Linux then adds its time to the
 * parent's.
 */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the running children of a process (Linux). */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Returns the load of the machine in the last minute. */
export function loadAverage(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
