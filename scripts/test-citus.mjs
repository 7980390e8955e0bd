import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { FILES_LEFT_OUT, testsLeftOut } from './citus-limits.mjs';
import { runCommand } from './command.mjs';
import { CommandError, root } from './project.mjs';
import { runVitest } from './test-steps.mjs';

const USAGE = 'Usage: npm run test:citus -- <URL of the coordinator> [<part of a test file’s path>…]';

function isLeftOut(path) {
  return Object.keys(FILES_LEFT_OUT).some((start) => path.startsWith(start));
}

/** Returns the workers of the cluster as host:port. */
async function workersOf(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "SELECT nodename || ':' || nodeport AS host FROM pg_dist_node WHERE isactive AND noderole = 'primary' AND groupid <> 0",
    );
    if (rows.length === 0) throw new CommandError('The cluster has no workers.');
    return rows.map(({ host }) => host);
  } catch (error) {
    if (error.code === '42P01') throw new CommandError('This is no database of a Citus coordinator.');
    throw error;
  } finally {
    await client.end();
  }
}

/** Returns the unit test files by their paths in the project. */
async function testFiles() {
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const list = [program, 'list', '--filesOnly', '--json', '--project', 'unit'];
  const { stdout } = await promisify(execFile)(process.execPath, list, { cwd: root, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout).map(({ file }) => relative(root, file));
}

/** Returns a regular expression that names with one of the texts don't match. */
function patternWithout(texts) {
  return `^(?!.*(?:${texts.map((text) => RegExp.escape(text)).join('|')}))`;
}

function usesServer(path) {
  return readFileSync(join(root, path), 'utf8').includes('support/app.ts');
}

// npm run test:citus -- <url> runs the tests that run the server over HTTP on databases of a Citus cluster.
await runCommand(async () => {
  const [url, ...filters] = process.argv.slice(2);
  if (url === undefined || !URL.canParse(url)) throw new CommandError(USAGE);
  const workers = await workersOf(url);
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_CITUS_WORKERS = workers.join(',');
  const isWanted = (path) => filters.length === 0 || filters.some((filter) => path.includes(filter));
  const paths = (await testFiles()).filter((path) => isWanted(path) && !isLeftOut(path) && usesServer(path));
  const skipped = testsLeftOut(paths);
  const names = skipped.map(([, name]) => name);
  const pattern = names.length === 0 ? [] : ['--testNamePattern', patternWithout(names)];
  const { passed, failures, seconds } = await runVitest('citus', ['--project', 'unit', ...pattern, ...paths]);
  console.log('\nNot for a cluster:');
  for (const [path, reason] of Object.entries(FILES_LEFT_OUT)) console.log(`  ${path}: ${reason}`);
  for (const [path, name, reason] of skipped) console.log(`  ${path} > ${name}: ${reason}`);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(
    `\n${paths.length} files on ${workers.length} workers: ${passed} passed, ${skipped.length} skipped, ${failures.length} failed (${seconds.toFixed(0)} s)`,
  );
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
});
