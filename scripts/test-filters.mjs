import { execFile } from 'node:child_process';
import { isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { CommandError, root } from './project.mjs';

/** Returns every test file that Vitest knows, by its path in the project, with the Vitest project that runs it. */
export async function testFiles() {
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'list', '--filesOnly', '--json'], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout).map(({ file, projectName }) => ({
    path: relative(root, file),
    project: projectName,
  }));
}

/** Returns a filter as a part of a path in the project: `./server/ids.test.ts` becomes `server/ids.test.ts`. */
function partOfPath(filter) {
  const path = isAbsolute(filter) ? relative(root, filter) : filter.replace(/^\.\//, '');
  return path.toLowerCase();
}

/**
 * Returns the test files whose path contains one of the filters, in upper or lower case, as a map from Vitest project to
 * paths.
 * @throws CommandError when a filter names no test file
 */
export function filesByProject(files, filters) {
  const chosen = new Map();
  for (const filter of filters) {
    const part = partOfPath(filter);
    const named = files.filter(({ path }) => path.toLowerCase().includes(part));
    if (named.length === 0) throw new CommandError(`No test file has '${filter}' in its path.`);
    for (const { path, project } of named) {
      chosen.set(project, (chosen.get(project) ?? new Set()).add(path));
    }
  }
  return new Map([...chosen].map(([project, paths]) => [project, [...paths]]));
}
