import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { root } from './project.mjs';
import { runCheck, runVitest } from './test-steps.mjs';

const bin = (name) => join(root, 'node_modules', name);
const filter = process.argv.slice(2);

const staticChecks = [
  {
    name: 'format and lint',
    program: bin('@biomejs/biome/bin/biome'),
    args: ['check', '--error-on-warnings'],
  },
  { name: 'types of the server', program: bin('typescript/bin/tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web app', program: bin('typescript/bin/tsc'), args: ['-p', 'web/tsconfig.json'] },
  {
    name: 'boundaries',
    program: bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    args: ['contract', 'packages', 'server', 'web', 'tests', 'bench', 'scripts'],
  },
  {
    name: 'boundaries of folders',
    program: bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    args: ['--config', '.dependency-cruiser.folders.cjs', 'contract', 'packages', 'server', 'web'],
  },
  { name: 'dead code', program: bin('knip/bin/knip.js'), args: ['--no-progress'] },
];
const build = { name: 'build of the web app', program: join(root, 'scripts/build.mjs'), args: [] };

/** Runs the steps with at most `width` at a time, in order; resolves to their outcomes. */
async function inParallel(steps, width) {
  const waiting = [...steps];
  const outcomes = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      outcomes.push(await runCheck(step));
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return outcomes;
}

// npm test [-- filter…]: every step runs even when one fails; a filter narrows the tests, not the checks.
await run(async () => {
  const resultFile = join(root, '.cache/test-result');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(resultFile, { force: true });
  const outcomes = [
    ...(await inParallel(staticChecks, 2)),
    await runVitest('unit', filter),
    await runCheck(build),
    await runVitest('e2e', filter),
  ];
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  console.log('');
  for (const outcome of outcomes) {
    const mark = outcome.failed === 0 ? 'ok  ' : 'FAIL';
    const counts = `${outcome.passed} passed, ${outcome.failed} failed`;
    console.log(`${mark} ${outcome.name.padEnd(22)} ${counts.padEnd(26)} ${outcome.seconds.toFixed(1)} s`);
  }
  const line = `${passed} passed, ${failed} failed`;
  writeFileSync(resultFile, `${line}\n`);
  console.log(`\n${line}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
});
