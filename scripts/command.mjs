import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ensureInstalled, suitableNode } from './ensure.mjs';
import { CommandError } from './project.mjs';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs the program again under another Node.js and passes signals on. Returns its exit code, 128 + n after signal n.
 *
 * The child has its own process group: Ctrl-C reaches every process of the terminal's group, so the child would
 * otherwise get each signal twice. The IPC channel tells the child when this process is killed.
 */
function runUnder(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  for (const name of stopSignals) {
    process.on(name, () => child.kill(name));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/**
 * Sends this process a SIGTERM when its parent ends: another Node.js of ours, or npm. A process that a user started by
 * hand may outlive its shell.
 */
function endWithParent() {
  const end = () => process.kill(process.pid, 'SIGTERM');
  if (process.channel) {
    process.channel.unref();
    process.once('disconnect', end);
  } else if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid !== parent) {
        clearInterval(watch);
        end();
      }
    }, 250);
    watch.unref();
  }
}

/**
 * Installs missing packages, then runs `main` under a suitable Node.js and prints a CommandError as its message. With
 * `dev: false`, the packages that only building and testing need may be missing.
 */
export async function runCommand(main, { dev = true } = {}) {
  try {
    ensureInstalled({ dev });
    const node = suitableNode();
    endWithParent();
    if (node === process.execPath) {
      await main();
    } else {
      process.exitCode = await runUnder(node);
      process.exit();
    }
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error);
    process.exitCode = 1;
  }
}
