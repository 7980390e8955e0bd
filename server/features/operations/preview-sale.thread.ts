import type { IdentifierType } from '#contract/sales.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import type { FormFile } from '../../platform/uploads/uploaded-file.ts';
import { rowsOfFile } from './read-list.ts';
import { countWithoutConsent } from './sale-preview.ts';

/** Counts the leads of a stored file that can't be sold for lack of consent. */
export default async function run(
  environment: ThreadEnvironment,
  { file, identifierType }: { file: FormFile; identifierType: IdentifierType },
): Promise<number> {
  const { scope } = await environment.database();
  const action = { type: 'markSoldList' as const, identifierType, customerNumber: '' };
  return scope.transaction((tx) => countWithoutConsent(tx, identifierType, rowsOfFile(scope, file, action)));
}
