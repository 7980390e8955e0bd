import type pg from 'pg';
import type { ImportRecord } from '#contract/imports.ts';
import { runImport } from '#server/features/imports/run-import.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { sqlState } from '#server/platform/db/transaction.ts';
import type { TestApp } from './app.ts';
import type { SignedIn } from './client.ts';
import { until } from './until.ts';

/** SQLSTATE of a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** An import that was held up when some of its rows were committed. */
export interface HeldImport {
  record: ImportRecord;
  /** Lets it go on; resolves when nobody works on it any more. */
  release(): Promise<void>;
}

/**
 * Works on the newest import of a user, in a server without jobs, until some batches of its rows are committed, and
 * holds it there by a lock on the table of leads that lets nobody write.
 */
export async function holdImport(app: TestApp, user: SignedIn, batchRows = 5): Promise<HeldImport> {
  const { db } = app.context;
  const newest = async () => (await user.get<ImportRecord[]>('/api/imports')).body[0];
  const { id } = await until('the import has begun', newest);
  const lock = await db.owner.connect();
  const working = runImport(db.app, organizationScope(db.app, user.user.organizationId), id, { batchRows });
  await until('a batch is committed', async () => ((await newest())?.imported ?? 0) > 0);
  await until('nobody may write leads', () => lockLeads(lock));
  const record = await until('it stands', newest);
  return {
    record,
    async release() {
      await lock.query('ROLLBACK');
      lock.release();
      await working;
    },
  };
}

/**
 * Takes the lock if it is free and returns whether it was. A request that waited would hold up new writers behind it: the
 * first of two batches, while the second, which writes already, waits for the first.
 */
async function lockLeads(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("BEGIN; SET LOCAL lock_timeout = '100ms'; LOCK TABLE leads IN SHARE MODE");
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  }
}
