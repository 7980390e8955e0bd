import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const READY = /Lead Manager is ready: (http:\/\/\S+)/;

/** A server in a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  errors(): string;
  /** Where it listens; throws when it ended instead, or takes longer than `ms`. */
  ready(ms?: number): Promise<string>;
  /** Its exit code, or null when a signal ended it. */
  ended: Promise<number | null>;
  /** Ends it and waits for that; at once with SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

/**
 * Starts a server, by default without the scripts around it, with these settings and no others of ours. It listens on a free
 * port unless they name one.
 */
export function startServer(settings: Record<string, string>, program = MAIN): ServerProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [program], {
    env: { PATH, HOME, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text;
  });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  return {
    child,
    output: () => written.out,
    errors: () => written.err,
    ready: (ms) =>
      until(
        'the server is ready',
        () => {
          if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${written.err}`);
          return READY.exec(written.out)?.[1];
        },
        ms,
      ),
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
