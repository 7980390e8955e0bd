import { beginList } from '../../lead/operations/start.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import type { FormFile } from '../../platform/uploads/uploaded-file.ts';
import { type NewList, rowsOfFile } from './read-list.ts';

/** Starts a list from a stored file, in the transaction that reads it; returns the operation's id. */
export default async function run(
  environment: ThreadEnvironment,
  { file, list }: { file: FormFile; list: NewList },
): Promise<string> {
  const { scope } = await environment.database();
  return scope.transaction((tx) => beginList(tx, list, rowsOfFile(scope, file, list.action)));
}
