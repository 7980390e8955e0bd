import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

function startNode(args, stdio, env = {}) {
  return spawn(process.execPath, args, {
    cwd: root,
    stdio,
    env: { ...process.env, FORCE_COLOR: '0', ...env },
  });
}

function exitOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a program as a check, which counts as one test. Prints the program's output only when it fails. */
export async function runCheck({ name, program, args }) {
  const started = performance.now();
  const child = startNode([program, ...args], ['ignore', 'pipe', 'pipe']);
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const ok = (await exitOf(child)) === 0;
  const seconds = (performance.now() - started) / 1000;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) {
    console.log(Buffer.concat(output).toString().trim());
  }
  return { name, passed: ok ? 1 : 0, failures: ok ? [] : [name], seconds };
}

/** Returns the outcome of a run from its report. A run that failed without naming a failure, or never wrote a report, has one. */
export function outcomeOfRun(report, exitCode) {
  const { passed, failures } = report ?? { passed: 0, failures: [] };
  return { passed, failures: failures.length === 0 && exitCode !== 0 ? ['the run itself'] : failures };
}

function readReport(path) {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  } catch {
    return undefined; // A killed run leaves half a report; its exit code counts as the failure.
  }
}

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** Runs Vitest with these arguments. */
export async function runVitest(name, args) {
  const started = performance.now();
  const path = join(root, `.cache/report-${name}.json`);
  rmSync(path, { force: true });
  console.log(`\n${name} tests`);
  const reporters = ['--reporter=default', '--reporter=./scripts/test-report.mjs'];
  const run = startNode([vitest, 'run', ...reporters, ...args], 'inherit', { TEST_REPORT: path });
  const exitCode = await exitOf(run);
  const seconds = (performance.now() - started) / 1000;
  return { name: `${name} tests`, ...outcomeOfRun(readReport(path), exitCode), seconds };
}
