import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { CommandError, root } from './project.mjs';

const require = createRequire(import.meta.url);

/** Runs a program of a package and returns its output. */
function output(program, args, input) {
  const options = { cwd: root, encoding: 'utf8', input };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  if (status !== 0) throw new CommandError(`${program} failed: ${stderr || stdout}`);
  return stdout;
}

/** Returns the TypeScript that describes the tables of a migrated database. */
function typesOf(url) {
  const printed = output(require.resolve('kysely-codegen/dist/cli/bin.js'), [
    ...['--dialect', 'postgres', '--url', url, '--print', '--log-level', 'error'],
    ...['--default-schema', 'public', '--include-pattern', 'public.*'],
    ...['--date-parser', 'string', '--type-mapping', '{"int8":"number"}'],
  ]);
  return output(
    require.resolve('@biomejs/biome/bin/biome'),
    ['format', '--stdin-file-path=server/platform/db/schema.ts'],
    printed,
  );
}

/** Calls `use` with the URL of a temporary database that the migrations have just created. */
async function withFreshDatabase(use) {
  const { startEmbedded } = await import('../packages/embedded-postgres/embedded-postgres.ts');
  const { migrate } = await import('../server/platform/db/migrate.ts');
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-types-'));
  // Started as root, PostgreSQL runs as another account, which has to enter this folder.
  chmodSync(folder, 0o711);
  try {
    const database = await startEmbedded({ dataDir: join(folder, 'data'), settings: { fsync: 'off' } });
    try {
      await migrate(database.url);
      use(database.url);
    } finally {
      await database.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// npm run db:types [-- url]: writes the types of the migrated schema to server/platform/db/schema.ts. Given the URL of a migrated
// database, it prints that database's types instead.
await runCommand(async () => {
  const [url] = process.argv.slice(2);
  if (url !== undefined) {
    process.stdout.write(typesOf(url));
    return;
  }
  await withFreshDatabase((fresh) =>
    writeFileSync(join(root, 'server/platform/db/schema.ts'), typesOf(fresh)),
  );
});
