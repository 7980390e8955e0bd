import { EmbeddedDatabaseError } from '#packages/embedded-postgres/embedded-postgres.ts';
import { type ChainReport, verifyChains } from '../../platform/audit/verify.ts';
import { ConfigError, readConfig } from '../../platform/config.ts';
import { withOwnerUrl } from '../../platform/db/owner-url.ts';
import { openPool } from '../../platform/db/pool.ts';
import { sqlState, statementsOn, transaction } from '../../platform/db/transaction.ts';

// Entry point of `npm run audit:verify`. Works whether or not the server is running.

/** Reads a single snapshot, so entries sealed during the run don't affect the result. */
const SNAPSHOT = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';

try {
  const reports = await withOwnerUrl(readConfig(), verifyAllChains);
  for (const report of reports) process.stdout.write(`${chainLine(report)}\n`);
  if (reports.some(({ broken }) => broken !== null)) process.exitCode = 1;
} catch (error) {
  if (!isVerifyFailure(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function verifyAllChains(url: string): Promise<ChainReport[]> {
  const owner = openPool(url, 1, () => undefined);
  try {
    return await transaction(owner, SNAPSHOT, (client) => verifyChains(statementsOn(client)));
  } finally {
    await owner.end();
  }
}

function chainLine({ organization: { name, id }, entries, broken, end }: ChainReport): string {
  const result = broken === null ? `OK, ends with ${end}` : `BROKEN: ${broken}`;
  return `${name} (${id}): ${entries} entries, ${result}`;
}

/**
 * Reports whether an error's message suffices without a stack trace: wrong settings, a failed connection, or a database
 * that was never initialized.
 */
function isVerifyFailure(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError ||
    /^(?:E[A-Z_]+|08...|28...|3D000|57P03|42P01)$/.test(sqlState(error))
  );
}
