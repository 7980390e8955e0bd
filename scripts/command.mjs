import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ensureInstalled, suitableNode } from './ensure.mjs';
import { CommandError } from './project.mjs';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs the program again under another Node.js, in a process group of its own, and passes signals on. Ctrl-C reaches
 * every process of the terminal's group; were the child among them it would get each one twice. The channel tells the
 * child when this process is killed. Resolves to the exit code, 128 + n after signal n.
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
 * Ends this process, politely, with the one that started it: the older Node.js that we run under, or npm. (Started by
 * hand it may well outlive its shell.)
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

/** Installs what is missing, then runs `main` under a Node.js new enough; a CommandError is printed as its message. */
export async function run(main) {
  try {
    ensureInstalled();
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
