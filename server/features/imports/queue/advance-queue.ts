import { queueOptions } from '#contract/import-queue.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { findUpload } from '../../../platform/uploads/reads.ts';
import { checkPlan } from '../plan/plan.ts';
import { saveMapping } from '../plan/saved-mapping-writes.ts';
import { createImport } from '../record/writes.ts';
import { queuedImportPlan } from './queue-plan.ts';
import { findQueueSettings, type ReadyFile, takeReadyFile } from './queue-reads.ts';
import { failQueuedFile, lockQueue, startQueuedFile } from './queue-writes.ts';

const FILE_GONE = 'The file is no longer there. Add it again.';
const NOTHING_MAPPED =
  'None of its columns could be matched with a lead field. Import it with the wizard, where you map them yourself.';

/** Starts imports of a user's queue, in its order, until enough run or no file is ready. */
export async function advanceQueue(scope: OrganizationScope, userId: string): Promise<void> {
  let isMoving = true;
  while (isMoving) isMoving = await scope.transaction((tx) => startNext(tx, userId));
}

/** Fails the file that could not be started again and again, so that it doesn't hold up those behind it. */
export async function giveUpReadyFile(
  scope: OrganizationScope,
  userId: string,
  message: string,
): Promise<void> {
  await scope.transaction(async (tx) => {
    await lockQueue(tx, userId);
    const file = await takeReadyFile(tx, userId);
    if (file !== null) await failQueuedFile(tx, file.id, message);
  });
}

/**
 * Starts the import of the first file that is ready, or fails it when it can't be imported as it is mapped. The file is
 * taken and its import created in one transaction, so it is imported once, whichever server is killed meanwhile.
 * @returns false when no file was ready
 */
async function startNext(tx: TenantTransaction, userId: string): Promise<boolean> {
  await lockQueue(tx, userId);
  const file = await takeReadyFile(tx, userId);
  if (file === null) return false;
  try {
    await startQueuedFile(tx, file.id, await createQueuedImport(tx, userId, file));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await failQueuedFile(tx, file.id, error.message);
  }
  return true;
}

/**
 * Creates the import of a file and returns its id.
 * @throws HttpError with a message for the user, before anything is written
 */
async function createQueuedImport(tx: TenantTransaction, userId: string, file: ReadyFile): Promise<string> {
  const upload = file.uploadId === null ? null : await findUpload(tx, file.uploadId);
  if (upload === null || file.plan === null) throw new HttpError('not_found', FILE_GONE);
  const { columns, totalRows, filename } = upload;
  const options = file.options ?? (await findQueueSettings(tx, userId)).options;
  const plan = queuedImportPlan(file.plan, queueOptions.parse(options), columns);
  if (Object.keys(plan.fieldMapping).length === 0) throw new HttpError('invalid_input', NOTHING_MAPPED);
  checkPlan(plan, columns, await loadCustomFields(tx));
  await saveMapping(tx, columns, plan, false);
  return createImport(tx, {
    uploadId: upload.id,
    filename,
    columns,
    totalRows,
    plan,
    editor: {
      actor: { id: userId, username: file.createdByName },
      origin: { ipAddress: file.ipAddress, userAgent: file.userAgent },
    },
  });
}
