import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { FILES_LEFT_OUT, testsLeftOut } from './citus-limits.mjs';
import { runCommand } from './command.mjs';
import { CommandError, root } from './project.mjs';
import { filesByProject, testFiles } from './test-filters.mjs';
import { runVitest } from './test-steps.mjs';

const USAGE = 'Usage: npm run test:citus -- <URL of the coordinator> [<part of a test file’s path>…]';

function isLeftOut({ path }) {
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

function usesServer({ path }) {
  return readFileSync(join(root, path), 'utf8').includes('support/app.ts');
}

// npm run test:citus -- <url> runs the tests that run the server over HTTP on databases of a Citus cluster.
await runCommand(async () => {
  const [url, ...filters] = process.argv.slice(2);
  if (url === undefined || !URL.canParse(url)) throw new CommandError(USAGE);
  const workers = await workersOf(url);
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_CITUS_WORKERS = workers.join(',');
  const files = (await testFiles()).filter((file) => file.project === 'unit' && usesServer(file));
  const kept = files.filter((file) => !isLeftOut(file));
  const paths =
    filters.length === 0 ? kept.map(({ path }) => path) : filesByProject(kept, filters).get('unit');
  const skipped = testsLeftOut(paths);
  const names = skipped.map(([, name]) => name);
  const { passed, failures, seconds } = await runVitest('unit', paths, names);
  console.log('\nNot for a cluster:');
  for (const [path, reason] of Object.entries(FILES_LEFT_OUT)) console.log(`  ${path}: ${reason}`);
  for (const [path, name, reason] of skipped) console.log(`  ${path} > ${name}: ${reason}`);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(
    `\n${paths.length} files on ${workers.length} workers: ${passed} passed, ${skipped.length} skipped, ${failures.length} failed (${seconds.toFixed(0)} s)`,
  );
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
});
