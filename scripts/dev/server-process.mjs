import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../project.mjs';

const READY = /^Lead Manager is ready: (\S+)$/;

/**
 * Starts the server as a process with the given environment. `onServing` is called when it serves, `onEnd` when it ends
 * without having been stopped.
 */
export function startDevServer(env, { onServing, onEnd }) {
  const child = spawn(process.execPath, [join(root, 'scripts/dev/server.mjs')], {
    cwd: root,
    env,
    // The channel ends the server when this process is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // In a process group of its own, so that Ctrl-C reaches it through this process alone.
    detached: true,
  });
  const ended = once(child, 'close');
  const serving = Promise.withResolvers();
  let stopping = false;
  let alive = true;

  createInterface({ input: child.stdout }).on('line', (line) => {
    const address = READY.exec(line)?.[1];
    if (address === undefined) {
      console.log(line);
      return;
    }
    serving.resolve(address);
    onServing();
  });
  ended.then(() => {
    alive = false;
    serving.reject(new Error('The server has ended'));
    if (!stopping) onEnd();
  });
  // A request handles the rejection; without one it would be unhandled.
  serving.promise.catch(() => {});

  return {
    async address() {
      const address = await serving.promise;
      if (!alive) throw new Error('The server has ended');
      return address;
    },
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}
