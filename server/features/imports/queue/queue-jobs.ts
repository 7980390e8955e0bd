import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { queueOptions } from '#contract/import-queue.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import { type Context, scopeOf } from '../../../platform/context/context.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { type DurableWork, JOB_TRIES } from '../../../platform/jobs/durable-work.ts';
import { findUpload, type StoredUpload } from '../../../platform/uploads/reads.ts';
import { plannedReading } from '../plan/planned-upload.ts';
import { createPlannedImport } from '../start-import.ts';
import { savedMaps } from '../values/saved-maps.ts';
import { countNextValues, settleOpenValues } from './count-queued-values.ts';
import { queuedImportPlan } from './queue-plan.ts';
import { findQueueSettings, findReadyFile, type ReadyFile, STARTABLE_QUEUES } from './queue-reads.ts';
import { skipCounting } from './queue-value-writes.ts';
import { knowledgeOf, queuedValueMaps } from './queue-values.ts';
import { failQueuedFile, queueTransaction, startQueuedFile } from './queue-writes.ts';

const queueJob = z.object({ organizationId: z.uuid(), userId: z.uuid() });

const NOT_STARTED = 'Failed to import leads. Please try again.';

/** Queues with a file to count or to start, which any server goes on with. */
export const QUEUE_WORK: DurableWork = {
  task: 'advance_import_queue',
  name: 'import-queue:',
  idKey: 'userId',
  unfinished: STARTABLE_QUEUES,
};

/** Returns the job that starts the next imports of a user's queue. */
export function importQueueJobs(context: Context): TaskList {
  return {
    advance_import_queue: async (payload, helpers) => {
      const { organizationId, userId } = queueJob.parse(payload);
      const scope = scopeOf(context, organizationId);
      try {
        await advanceQueue(context, scope, userId);
      } catch (error) {
        if (helpers.job.attempts < JOB_TRIES) throw error;
        context.log.error({ err: error, userId }, 'a queued file could not be started');
        await giveUpReadyFile(scope, userId, NOT_STARTED);
        await advanceQueue(context, scope, userId);
      }
    },
  };
}

const FILE_GONE = 'The file is no longer available. Add it again.';
const NOTHING_MAPPED =
  'None of its columns could be matched to a lead field. Change its file settings, or map it in Import Leads.';

/** Starts ready files of a user's queue, in order, until enough run, and counts the values of files that wait for it. */
export async function advanceQueue(
  context: Context,
  scope: OrganizationScope,
  userId: string,
): Promise<void> {
  // Other imports and users may have answered what files wait for.
  await queueTransaction(scope, userId, (tx) => settleOpenValues(tx, userId));
  let isMoving = true;
  while (isMoving) {
    isMoving = (await startNext(context, scope, userId)) || (await countNextValues(context, scope, userId));
  }
}

/** Fails the file that can't start, or skips the count that fails, so that the files behind go on. */
async function giveUpReadyFile(scope: OrganizationScope, userId: string, message: string): Promise<void> {
  await queueTransaction(scope, userId, async (tx) => {
    const file = await findReadyFile(tx, userId, { lock: true });
    if (file === null) await skipCounting(tx, userId);
    else await failQueuedFile(tx, file.id, message);
  });
}

/**
 * Starts or fails the first ready file. It is taken and its import created in one transaction, so it is imported once.
 * @returns false when no file was ready
 */
async function startNext(context: Context, scope: OrganizationScope, userId: string): Promise<boolean> {
  const next = await scope.transaction((tx) => findReadyFile(tx, userId));
  if (next === null) return false;
  const reading = await readingOfFile(context, scope, next);
  return queueTransaction(scope, userId, async (tx) => {
    const file = await findReadyFile(tx, userId, { lock: true });
    if (file === null) return false;
    if (file.id !== next.id || JSON.stringify(file.plan) !== JSON.stringify(next.plan)) return true;
    try {
      await startQueuedFile(tx, file.id, await createQueuedImport(tx, userId, file, reading));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      await failQueuedFile(tx, file.id, error.message);
    }
    return true;
  });
}

/** The upload as the file's plan reads it, or why it can't be read. */
async function readingOfFile(
  context: Context,
  scope: OrganizationScope,
  { uploadId, plan }: ReadyFile,
): Promise<StoredUpload | HttpError> {
  const upload = uploadId === null ? null : await scope.transaction((tx) => findUpload(tx, uploadId));
  if (upload === null || plan === null) return new HttpError('not_found', FILE_GONE);
  return plannedReading(context, scope, upload, plan).catch((error: unknown) => {
    if (error instanceof HttpError) return error;
    throw error;
  });
}

/** @throws HttpError with a message for the user, before anything is written */
async function createQueuedImport(
  tx: TenantTransaction,
  userId: string,
  file: ReadyFile,
  reading: StoredUpload | HttpError,
): Promise<string> {
  if (reading instanceof HttpError) throw reading;
  if (file.plan === null) throw new HttpError('not_found', FILE_GONE);
  const options = file.options ?? (await findQueueSettings(tx, userId)).options;
  const plan = queuedImportPlan(file.plan, queueOptions.parse(options), reading.columns);
  if (Object.keys(plan.fieldMapping).length === 0) throw new HttpError('invalid_input', NOTHING_MAPPED);
  const knowledge = await knowledgeOf(tx, file.counted);
  const remembered = await savedMaps(tx, plan, await loadCustomFields(tx));
  return createPlannedImport(tx, reading, {
    plan,
    isConfirmed: false,
    // The user's answers were remembered when they were given.
    settledMaps: queuedValueMaps(plan, file.counted, knowledge, remembered),
    editor: {
      actor: { id: userId, username: file.createdByName },
      origin: { ipAddress: file.ipAddress, userAgent: file.userAgent },
    },
  });
}
