import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseVersionError, type Migration } from './migration-files.ts';
import { sqlState } from './transaction.ts';

/** Statements of running servers queue behind a waiting lock this long. */
const LOCK_TIMEOUT_MS = 500;
/** Lets queued statements proceed between attempts. */
const PAUSE_MS = 500;
/** Milliseconds until a start gives up. */
const PATIENCE_MS = 10 * 60_000;
/** lock_not_available and deadlock_detected. */
const TRY_AGAIN = ['55P03', '40P01'];

const OUTSIDE_TRANSACTION = /^-- no transaction\b/;
const CONCURRENT_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i;
/** Includes strings, comments and dollar quotes. */
const STATEMENT = /(?:--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+;/g;

/** Called once per waiting statement. */
type OnWait = () => void;

/**
 * Uses one transaction, or repeatable statements after `-- no transaction`. Brief lock timeouts keep running
 * servers responsive.
 * @throws DatabaseVersionError if the lock is never free
 */
export async function applyMigration(client: pg.Client, file: Migration, onWait: OnWait): Promise<void> {
  try {
    if (OUTSIDE_TRANSACTION.test(file.sql)) await applyStatements(client, file, onWait);
    else await retried(file.name, onWait, () => inTransaction(client, () => applyAtOnce(client, file)));
  } catch (error) {
    if (error instanceof DatabaseVersionError) throw error;
    throw failureOf(`Migration ${file.name}`, error);
  }
}

async function recordApplied(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('INSERT INTO private.migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

function failureOf(what: string, error: unknown): Error {
  return new Error(`${what} failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

export async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Comments belong to the following statement. */
export function statementsOf(sql: string): string[] {
  return Array.from(sql.matchAll(STATEMENT), ([statement]) => statement.trim());
}

/** Strips leading comments. */
export function withoutComments(statement: string): string {
  return statement.replace(/^(?:\s*--[^\n]*\n)+\s*/, '');
}

async function applyAtOnce(client: pg.Client, file: Migration): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(file.sql);
  await recordApplied(client, file);
}

async function applyStatements(client: pg.Client, file: Migration, onWait: OnWait): Promise<void> {
  try {
    for (const text of statementsOf(file.sql)) {
      const statement = withoutComments(text);
      await retried(file.name, onWait, async () => {
        await dropUnfinishedIndex(client, statement);
        // Concurrent statements block no one.
        await client.query(`SET lock_timeout = ${/\bconcurrently\b/i.test(statement) ? 0 : LOCK_TIMEOUT_MS}`);
        await client.query(statement);
      });
    }
  } finally {
    await client.query('SET lock_timeout = 0');
  }
  await recordApplied(client, file);
}

/** IF NOT EXISTS would accept the invalid index of an interrupted CREATE INDEX CONCURRENTLY. */
async function dropUnfinishedIndex(client: pg.Client, statement: string): Promise<void> {
  const name = CONCURRENT_INDEX.exec(statement)?.[1];
  if (name === undefined) return;
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [name],
  );
  if (rowCount === 1) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
}

async function retried(migration: string, onWait: OnWait, work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let failed = 0; ; failed++) {
    try {
      return await work();
    } catch (error) {
      if (!TRY_AGAIN.includes(sqlState(error))) throw error;
      if (Date.now() > deadline) throw lockRefused(migration);
      if (failed === 0) onWait();
      await wait(PAUSE_MS);
    }
  }
}

function lockRefused(migration: string): DatabaseVersionError {
  return new DatabaseVersionError(
    `Migration ${migration} couldn't lock its tables for ${PATIENCE_MS / 60_000} minutes: end the long transactions of this database, then start again.`,
  );
}
