import { EmbeddedDatabaseError } from '#packages/embedded-postgres/embedded-postgres.ts';
import { ConfigError, readConfig } from '../../platform/config.ts';
import { isCurrent } from '../../platform/db/migrate.ts';
import { withOwnerUrl } from '../../platform/db/owner-url.ts';
import { openPool } from '../../platform/db/pool.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { COMMANDS, RescueError } from './commands.ts';

// Entry point of `npm run rescue -- <command> <argument>`, the emergency access from the machine itself. Works whether
// or not the server is running.

const [name = '', argument = '', ...more] = process.argv.slice(2);

try {
  process.stdout.write(`${await rescue()}\n`);
} catch (error) {
  if (!isRescueFailure(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function rescue(): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || argument.trim() === '' || more.length > 0) throw new RescueError(usage());
  return withOwnerUrl(readConfig(), async (url) => {
    const owner = openPool(url, 2, () => undefined);
    try {
      await refuseOldSchema(() => isCurrent(owner));
      return await command.run(owner, argument);
    } finally {
      await owner.end();
    }
  });
}

async function refuseOldSchema(isCurrent: () => Promise<boolean>): Promise<void> {
  const current = await isCurrent().catch((error: unknown) => {
    // The migrations table is missing: the database was never initialized.
    if (sqlState(error) === '42P01') return false;
    throw error;
  });
  if (!current)
    throw new RescueError('The database is not up to date: start the server once, then try again');
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([command, { argument }]) => `  ${command} <${argument}>`);
  return ['Usage: npm run rescue -- <command>', ...lines].join('\n');
}

/** Reports whether an error's message suffices without a stack trace, such as a failed database connection. */
function isRescueFailure(error: unknown): error is Error {
  return (
    error instanceof RescueError ||
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError ||
    /^(?:E[A-Z_]+|08...|28...|3D000|57P03)$/.test(sqlState(error))
  );
}
