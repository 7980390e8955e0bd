import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './checks.mjs';
import { runCommand } from './command.mjs';
import { ensureBuilt } from './ensure.mjs';
import { CommandError, root } from './project.mjs';
import { filesByProject, testFiles } from './test-filters.mjs';
import { runCheck, runVitest, watchVitest } from './test-steps.mjs';

const BROWSER_TESTS = 'e2e';
/** Projects that run every way to write leads on the oldest supported PostgreSQL and on the one before the product's. */
const OLDER_POSTGRES = ['postgres-15', 'postgres-17'];

function parsed() {
  try {
    const { values, positionals } = parseArgs({
      options: { watch: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    return { watch: values.watch, filters: positionals };
  } catch (error) {
    const [problem] = error.message.split('. ');
    throw new CommandError(`${problem}.\nUsage: npm test [-- <part of a test file's path>… [--watch]]`);
  }
}

/** Runs every check and every test. Each step runs even when one fails. */
async function runEverything() {
  const build = { name: 'build', program: join(root, 'scripts/build.mjs'), args: [] };
  return [
    ...(await runChecks()),
    await runVitest('unit'),
    ...(await Promise.all(OLDER_POSTGRES.map((project) => runVitest(project)))),
    await runCheck(build),
    await runVitest(BROWSER_TESTS),
  ];
}

/** Runs the named test files and nothing else, except that browser tests need the web app to be built. */
async function runNamed(filters) {
  const outcomes = [];
  for (const [project, files] of filesByProject(await testFiles(), filters)) {
    if (project === BROWSER_TESTS) ensureBuilt();
    outcomes.push(await runVitest(project, files));
  }
  return outcomes;
}

async function watchNamed(filters) {
  const named = filesByProject(await testFiles(), filters);
  if (named.has(BROWSER_TESTS)) ensureBuilt();
  const projects = filters.length === 0 ? ['unit'] : [...named.keys()];
  return watchVitest(projects, [...named.values()].flat());
}

/** Prints the outcomes, writes their sum to .cache/test-result and returns the exit code. */
function report(outcomes) {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0);
  console.log('');
  for (const { name, failures, retried } of outcomes) {
    for (const test of retried) console.log(`passed when retried: ${name}: ${test}`);
    for (const failure of failures) console.log(`failed: ${name}: ${failure}`);
  }
  for (const outcome of outcomes) {
    const mark = outcome.failures.length === 0 ? 'ok  ' : 'FAIL';
    const counts = `${outcome.passed} passed, ${outcome.failures.length} failed`;
    console.log(`${mark} ${outcome.name.padEnd(22)} ${counts.padEnd(26)} ${outcome.seconds.toFixed(1)} s`);
  }
  const line = `${passed} passed, ${failed} failed`;
  writeFileSync(join(root, '.cache/test-result'), `${line}\n`);
  console.log(`\n${line}`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

// npm test runs every check and test; npm test -- <filter>… runs the test files with one of the filters in their path,
// and with --watch runs them again after each change.
await runCommand(async () => {
  const { watch, filters } = parsed();
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(join(root, '.cache/test-result'), { force: true });
  if (watch) process.exitCode = await watchNamed(filters);
  else process.exitCode = report(await (filters.length === 0 ? runEverything() : runNamed(filters)));
});
