import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { ensureBuilt } from './ensure.mjs';
import { CommandError, root } from './project.mjs';

/** Programs that take long and do not measure speed. They run only when they are named. */
const ON_REQUEST = ['faults.ts'];

/** Returns the bench programs to run: those named, with or without folder and extension, or all but ON_REQUEST. */
function chosen(names) {
  const all = readdirSync(join(root, 'bench'))
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .sort();
  if (names.length === 0) {
    return all.filter((name) => !ON_REQUEST.includes(name));
  }
  return names.map((name) => {
    const file = `${name.replace(/^bench\//, '').replace(/\.ts$/, '')}.ts`;
    if (!all.includes(file)) {
      throw new CommandError(`There is no bench program '${name}'; there are: ${all.join(', ')}.`);
    }
    return file;
  });
}

// npm run bench [-- name…]: runs the programs in bench/ one after another.
await runCommand(() => {
  ensureBuilt();
  for (const file of chosen(process.argv.slice(2))) {
    console.log(`\n# ${file}`);
    const result = spawnSync(process.execPath, [join('bench', file)], { cwd: root, stdio: 'inherit' });
    if (result.status !== 0) {
      throw new CommandError(`${file} failed.`);
    }
  }
});
