import { join } from 'node:path';
import { root } from './project.mjs';
import { runCheck } from './test-steps.mjs';

const bin = (name) => join(root, 'node_modules', name);

// More threads of the compiler check types that they share more than once: half of the processor time again. Checks run
// side by side instead.
const tsc = (project) => ({ program: bin('typescript/bin/tsc'), args: ['-p', project, '--singleThreaded'] });

const CHECKS = [
  {
    name: 'format and lint',
    program: bin('@biomejs/biome/bin/biome'),
    args: ['check', '--error-on-warnings'],
  },
  { name: 'types of the server', ...tsc('tsconfig.json') },
  { name: 'types of the web app', ...tsc('web/tsconfig.json') },
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

/** Checks that run at the same time. */
const AT_ONCE = 2;

/** Runs the checks that read the sources without running them. Every check runs even when one fails. */
export async function runChecks() {
  const waiting = [...CHECKS];
  const outcomes = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      outcomes.push(await runCheck(check));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}
