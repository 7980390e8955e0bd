import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { runCommand } from './command.mjs';
import { ensureBuilt } from './ensure.mjs';
import { root } from './project.mjs';
import { runCheck, runVitest } from './test-steps.mjs';

/** Runs every check and every test. Each step runs even when one fails. */
async function runEverything() {
  const build = { name: 'build', program: join(root, 'scripts/build.mjs'), args: [] };
  return [...(await runChecks()), await runCheck(build), await runVitest('all', [])];
}

/** Runs the test files with a filter in their path. Browser tests need the web app to be built. */
async function runNamed(filters) {
  ensureBuilt();
  return [await runVitest('named', filters)];
}

/** Prints the outcomes, writes their sum to .cache/test-result and returns the exit code. */
function report(outcomes) {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0);
  console.log('');
  for (const { name, failures } of outcomes) {
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

// npm test runs every check and test; npm test -- <filter>… runs the test files with one of the filters in their path.
await runCommand(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(join(root, '.cache/test-result'), { force: true });
  const filters = process.argv.slice(2);
  process.exitCode = report(await (filters.length === 0 ? runEverything() : runNamed(filters)));
});
