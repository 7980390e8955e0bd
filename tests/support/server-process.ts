import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { COMPILED } from './compiled.ts';
import { until } from './until.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const READY = /Lead Manager is ready: (http:\/\/\S+)/;

/** A server in a process of its own, run like `npm start` does. */
export interface ServerProcess {
  child: ChildProcess;
  /** Returns the text written to stdout so far. */
  output(): string;
  errors(): string;
  /** Waits until it listens and returns its address. Throws if it exits instead or takes longer than `ms`. */
  ready(ms?: number): Promise<string>;
  /** Resolves to the exit code, or null if a signal ended it. */
  ended: Promise<number | null>;
  /** Sends a signal and waits for the exit; SIGKILL ends it immediately. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

/**
 * Starts a server with only these settings, by default without its wrapper scripts. It listens on a free port unless they
 * name one.
 */
export function startServer(settings: Record<string, string>, program = MAIN): ServerProcess {
  const { PATH = '', HOME = '' } = process.env;
  // Without a folder of its own, it would make the key in the checkout.
  const key = 'DATA_DIR' in settings ? {} : { SECRET_KEY: Buffer.alloc(32, 1).toString('base64') };
  const child = spawn(process.execPath, [program], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE: COMPILED,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...key,
      ...settings,
    },
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
