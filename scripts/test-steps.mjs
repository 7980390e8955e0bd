import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

function startNode(args, stdio) {
  return spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, FORCE_COLOR: '0' } });
}

function exitOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a check, which counts as one; what it printed is shown when it failed. */
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
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds };
}

/**
 * Counts a Vitest JSON report. A file that broke before its tests ran counts as one failure, and so does a run that
 * ended in error without saying why, such as one that crashed or met an unhandled rejection.
 */
export function countReport(report, exitCode) {
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const passed = report?.numPassedTests ?? 0;
  const failed = (report?.numFailedTests ?? 0) + brokenFiles;
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

function readReport(path) {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  } catch {
    return undefined; // a run that was cut off leaves half a report: its exit code tells
  }
}

/** Runs the tests of one Vitest project; each counts as one. */
export async function runVitest(project, filter) {
  const started = performance.now();
  const reportFile = join(root, `.cache/vitest-${project}.json`);
  rmSync(reportFile, { force: true });
  console.log(`\n${project} tests`);
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['--project', project, '--passWithNoTests', '--reporter=default', '--reporter=json'];
  const child = startNode(
    [program, 'run', ...options, `--outputFile.json=${reportFile}`, ...filter],
    'inherit',
  );
  const exitCode = await exitOf(child);
  const seconds = (performance.now() - started) / 1000;
  return { name: `${project} tests`, ...countReport(readReport(reportFile), exitCode), seconds };
}
