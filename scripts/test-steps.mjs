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
  return { name, passed: ok ? 1 : 0, failures: ok ? [] : [name], retried: [], seconds };
}

/**
 * Returns the outcome that `OutcomeReporter` wrote. A run that failed without naming a failure, or never wrote one, has one
 * failure: it crashed.
 */
export function outcomeOfRun(written, exitCode) {
  const { passed, failures, retried } = written ?? { passed: 0, failures: [], retried: [] };
  return {
    passed,
    failures: failures.length === 0 && exitCode !== 0 ? ['the run crashed'] : failures,
    retried,
  };
}

function readOutcome(path) {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  } catch {
    return undefined; // A killed run leaves half an outcome; its exit code counts as the failure.
  }
}

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const reporter = join(root, 'scripts/outcome-reporter.mjs');

/** Runs the tests of a Vitest project, those of the given files or all, except those whose names contain one of `skipped`. */
export async function runVitest(project, files = [], skipped = []) {
  const started = performance.now();
  const outcomeFile = join(root, `.cache/outcome-${project}.json`);
  rmSync(outcomeFile, { force: true });
  console.log(`\n${project} tests`);
  const options = ['--project', project, '--reporter=default', `--reporter=${reporter}`];
  if (skipped.length > 0) options.push('--testNamePattern', patternWithout(skipped));
  const child = startNode([vitest, 'run', ...options, ...files], 'inherit', { TEST_OUTCOME: outcomeFile });
  const exitCode = await exitOf(child);
  const seconds = (performance.now() - started) / 1000;
  return { name: `${project} tests`, ...outcomeOfRun(readOutcome(outcomeFile), exitCode), seconds };
}

/** Returns a regular expression that names with one of the texts don't match. */
export function patternWithout(texts) {
  return `^(?!.*(?:${texts.map((text) => RegExp.escape(text)).join('|')}))`;
}

/**
 * Runs the tests of the given files and again after each change that concerns them, until the user quits. Without files,
 * it starts with none and adds each test file of the given projects that is edited. Returns the exit code.
 */
export async function watchVitest(projects, files) {
  const options = projects.flatMap((project) => ['--project', project]);
  const args = [vitest, 'watch', ...options, ...(files.length === 0 ? ['--standalone'] : files)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return exitOf(child);
}
