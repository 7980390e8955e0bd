import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from './command.mjs';
import { ensureBuilt } from './ensure.mjs';
import { CommandError, root } from './project.mjs';

/** Programs that take long and do not measure speed. They run only when they are named. */
const ON_REQUEST = ['faults', 'work-faults', 'citus', 'citus-worker'];

/** Returns the paths of all bench programs by name: those in bench/, then those of the packages. */
function programs() {
  const packages = readdirSync(join(root, 'packages')).sort();
  const folders = ['bench', ...packages.map((name) => join('packages', name, 'bench'))];
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder))
        .sort()
        .map((name) => join(folder, name)),
    )
    .filter((file) => /(?<!\.test)\.ts$/.test(file));
  return new Map(files.map((file) => [basename(file, '.ts'), file]));
}

/** Returns the paths of the programs to run: those named, with or without folder and extension, or all but ON_REQUEST. */
function chosen(names) {
  const all = programs();
  if (names.length === 0) {
    return [...all].filter(([name]) => !ON_REQUEST.includes(name)).map(([, file]) => file);
  }
  return names.map((name) => {
    const file = all.get(basename(name, '.ts'));
    if (file === undefined) {
      throw new CommandError(
        `There is no bench program '${name}'; there are: ${[...all.keys()].join(', ')}.`,
      );
    }
    return file;
  });
}

// npm run bench [-- name…]: runs bench programs one after another; one program may have arguments that begin with a number or URL.
await runCommand(() => {
  ensureBuilt();
  const given = process.argv.slice(2);
  const end = given.findIndex((word) => /^\d|:/.test(word));
  const [names, args] = end < 0 ? [given, []] : [given.slice(0, end), given.slice(end)];
  if (args.length > 0 && names.length !== 1) throw new CommandError('Arguments belong to one program.');
  for (const file of chosen(names)) {
    console.log(`\n# ${file}`);
    const result = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' });
    if (result.status !== 0) {
      throw new CommandError(`${file} failed.`);
    }
  }
});
