import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { type ImportedList, importList } from './import-list.ts';

/** Reads a stored file into a suppression list. */
export default async function run(environment: ThreadEnvironment, list: ImportedList): Promise<void> {
  const { scope, pool } = await environment.database();
  await importList(pool, scope, list);
}
