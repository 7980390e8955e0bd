import type { ImportRecord } from '#contract/imports.ts';
import { runImport } from '#server/imports/run-import.ts';
import { organizationScope } from '#server/security/scope.ts';
import type { TestApp } from './app.ts';
import type { SignedIn } from './client.ts';
import { until } from './until.ts';

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
  await lock.query('BEGIN');
  await lock.query('LOCK TABLE leads IN SHARE MODE');
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
