import type { ImportRecord } from '#contract/imports.ts';
import { runImport } from '#server/features/imports/run-import.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import type { TestApp } from './app.ts';
import type { SignedIn } from './client.ts';
import { holdBatches } from './held-batches.ts';
import { until } from './until.ts';

/** An import that was held up when some of its rows were committed. */
export interface HeldImport {
  record: ImportRecord;
  /** Lets it go on; resolves when nobody works on it any more. */
  release(): Promise<void>;
}

/** Works on the newest import of a user, in a server without jobs, and holds it once some batches of its rows are committed. */
export async function holdImport(app: TestApp, user: SignedIn, batchRows = 5): Promise<HeldImport> {
  const { db } = app.context;
  const { organizationId } = user.user;
  const newest = async () => (await user.get<ImportRecord[]>('/api/imports')).body[0];
  const { id } = await until('the import has begun', newest);
  const holder = await db.owner.connect();
  const held = await holdBatches(holder, organizationId);
  const working = runImport(db.app, organizationScope(db.app, organizationId), id, { batchRows });
  await until('its first batch waits', held.isWaiting);
  await until('some batches are committed', async () => {
    await held.letThrough();
    return ((await newest())?.imported ?? 0) > 2 * batchRows;
  });
  const record = await until('it stands', newest);
  return {
    record,
    async release() {
      await held.release();
      holder.release();
      await working;
    },
  };
}
